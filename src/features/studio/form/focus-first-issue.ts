/**
 * Focuses the first field with an issue, after opening closed sections around the field.
 * @returns whether a field has an issue.
 */
export function focusFirstIssue(root: HTMLElement, names: ReadonlySet<string>): boolean {
  for (const row of root.querySelectorAll<HTMLElement>('[data-param]')) {
    if (!names.has(row.dataset['param'] ?? '')) continue
    const folded = row.closest('details')
    if (folded) folded.open = true
    const control =
      row.querySelector<HTMLElement>('input:not([hidden]), textarea, select, [role="combobox"]') ??
      row.querySelector('button')
    control?.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'center', behavior: 'smooth' })
    return true
  }
  return false
}
