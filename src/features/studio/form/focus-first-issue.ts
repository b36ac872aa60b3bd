/**
 * Brings the first field with an issue into view and the focus into it, unfolding what hides it.
 *
 * @returns whether there was one.
 */
export function focusFirstIssue(root: HTMLElement, names: ReadonlySet<string>): boolean {
  for (const row of root.querySelectorAll<HTMLElement>('[data-param]')) {
    if (!names.has(row.dataset['param'] ?? '')) continue
    const folded = row.closest('details')
    if (folded) folded.open = true
    const control = row.querySelector<HTMLElement>('input, textarea, select, [role="combobox"]')
    control?.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'center', behavior: 'smooth' })
    return true
  }
  return false
}
