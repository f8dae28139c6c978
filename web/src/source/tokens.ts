// The secrets of the seats that this browser has, by table. Must never be shown or sent but to the server of the table.
const KEY = "billions.seats";

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function tokenOf(table: string): string | null {
  return all()[table] ?? null;
}

export function keepToken(table: string, token: string): void {
  const kept = Object.entries(all()).filter(([id]) => id !== table);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...kept.slice(-49), [table, token]])));
}
