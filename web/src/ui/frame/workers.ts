// The service workers of this browser, where it has any. Must never throw: a browser that keeps nothing may do so at the mere question.

export function workers(): ServiceWorkerContainer | undefined {
  try {
    return "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
  } catch {
    return undefined;
  }
}
