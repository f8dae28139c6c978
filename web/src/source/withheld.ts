// What a lesson and a puzzle do not offer: taking back, and orders that would answer in place of who learns.
import type { Standing } from "../engine/types";

export function withhold<Message extends Standing>(message: Message): Message {
  const { asked } = message;
  if (!asked?.you) {
    return { ...message, undo: null };
  }
  const { orders: _, ...you } = asked.you;
  return { ...message, undo: null, asked: { ...asked, you } };
}
