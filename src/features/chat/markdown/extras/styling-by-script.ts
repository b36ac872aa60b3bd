/**
 * Runs `work`, which writes styles as attributes, under a policy that refuses these: they go through
 * `element.style` instead, which it allows.
 */
export function stylingByScript(work: () => void): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with what it was asked of.
  const { setAttribute } = Element.prototype
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && (this instanceof SVGElement || this instanceof HTMLElement)) {
      this.style.cssText = value
    } else setAttribute.call(this, name, value)
  }
  try {
    work()
  } finally {
    Element.prototype.setAttribute = setAttribute
  }
}
