// What can be scrolled can be scrolled by keys, too: an element whose content is wider than itself is reached by Tab as long as that is so.
import type { Attachment } from "svelte/attachments";

export const reachable: Attachment<HTMLElement> = (node) => {
  const look = (): void => {
    if (node.scrollWidth > node.clientWidth + 1) {
      node.tabIndex = 0;
    } else {
      node.removeAttribute("tabindex");
    }
  };
  const sizes = new ResizeObserver(look);
  const content = new MutationObserver(look);
  sizes.observe(node);
  content.observe(node, { childList: true, subtree: true });
  look();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
};
