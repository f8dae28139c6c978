// Where the page begins.
import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { shedBy } from "./storage/shelves";
import { loadPart } from "./ui/frame/part";
import { startRouter } from "./ui/frame/router.svelte";
import { applySettings } from "./ui/settings.svelte";

applySettings();
startRouter();
shedBy(async (besides) => (await import("./people/kept/room")).dropOldest(besides)); // loaded only where room is short
const page = document.getElementById("page");
// The style that the page begins with may have failed: then it is loaded again, and nothing is shown before.
const lost = getComputedStyle(document.documentElement).getPropertyValue("--panel") ? [] : [...document.querySelectorAll("link[rel=stylesheet]")];
lost.forEach((link) => link.remove());
const names = lost.map((link) => link.getAttribute("href")?.slice(1) ?? "");
void loadPart(() => Promise.resolve(), names).then(() => {
  page?.replaceChildren();
  return page && mount(App, { target: page });
});
if (import.meta.env.PROD) {
  try {
    const { serviceWorker } = navigator;
    // It asks who is at a table, before it shows a message about it, or leads there.
    serviceWorker.addEventListener("message", ({ data, ports }) => data === "where" && ports[0]?.postMessage(location.href));
    // Without it the page plays all the same, only not without a connection.
    addEventListener("load", () => void serviceWorker.register("/sw.js").catch(() => undefined));
  } catch {
    // This browser has none, or allows none.
  }
}
