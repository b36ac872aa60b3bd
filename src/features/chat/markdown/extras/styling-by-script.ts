/**
 * Runs `work` under a content security policy that blocks inline styles: style attributes are
 * applied through `element.style`, which is allowed.
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
