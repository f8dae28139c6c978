// Keeps a screen from going dark while nobody touches it: the system forgets that whenever the page is out of sight, so it is asked again.
// Browsers allow it at https and on the machine itself only.

/** Whether this browser can. */
export function canStayAwake(): boolean {
  return "wakeLock" in navigator;
}

/** From now on; the answer ends it. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = canStayAwake();
  const ask = async (): Promise<void> => {
    if (!wanted || document.visibilityState !== "visible" || (lock && !lock.released)) {
      return;
    }
    try {
      const got = await navigator.wakeLock.request("screen");
      if (wanted) {
        lock = got;
      } else {
        void got.release();
      }
    } catch {
      // An empty battery is a reason; it is asked again when the page is seen the next time.
    }
  };
  const look = (): void => void ask();
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", look);
    void lock?.release();
    lock = null;
  };
}
