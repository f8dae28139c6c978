// Tells that it is one's turn while one is elsewhere: in the title of the document always, by a notification of the system if that was
// asked for with a click in the settings.
//
// Must never ask for leave by itself, and never notify somebody who is looking.
import { settings } from "../settings.svelte";
import { workers } from "./workers";

const PLAIN = "Billions";
const TAG = "billions-turn";

export function canNotify(): boolean {
  return "Notification" in globalThis;
}

/** To be called by a click only. Gives a sentence if it cannot be. */
export async function askLeave(): Promise<string | null> {
  if (!canNotify()) {
    return "This browser has no notifications.";
  }
  const answer = await Notification.requestPermission();
  return answer === "granted" ? null : "The browser does not allow it; its own settings for this address can.";
}

export function title(words: string | null): void {
  document.title = words ? `${words} · ${PLAIN}` : PLAIN;
}

export async function notify(words: string): Promise<void> {
  if (!settings.notify || !canNotify() || Notification.permission !== "granted" || document.visibilityState === "visible") {
    return;
  }
  // At a table of a server a push message may follow: it takes the place of this one (tools/offline.js).
  const table = /^#\/(?:t|hand)\/(\w+)/.exec(location.hash)?.[1];
  const worker = table ? await workers()?.getRegistration().catch(() => undefined) : undefined;
  const about: NotificationOptions & { renotify?: boolean } = { body: words, tag: table ? `${TAG}-${table}` : TAG, icon: "/icon.svg" };
  if (worker?.active) {
    await worker.showNotification("Your turn", { ...about, renotify: true, data: { table, byPage: true } } as NotificationOptions).catch(() => undefined);
    return;
  }
  try {
    const note = new Notification("Your turn", about);
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // On some telephones only the service worker may.
    await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.ready.then((worker) => worker.showNotification("Your turn", about)).catch(() => undefined);
  }
}
