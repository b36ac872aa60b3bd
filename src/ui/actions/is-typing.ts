/**
 * Returns whether the target is a field or inside a dialog, which handle key presses and pastes
 * themselves.
 */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null
