/**
 * Returns whether the target of a key press is a field or inside a dialog, which handle keys
 * themselves.
 */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null
