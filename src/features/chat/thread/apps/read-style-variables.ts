const tokens = [
  ['--color-background-primary', '--surface'],
  ['--color-background-secondary', '--surface-raised'],
  ['--color-background-tertiary', '--surface-sunken'],
  ['--color-background-danger', '--danger-soft'],
  ['--color-background-success', '--success-soft'],
  ['--color-background-warning', '--warning-soft'],
  ['--color-background-info', '--info-soft'],
  ['--color-text-primary', '--ink'],
  ['--color-text-secondary', '--ink-muted'],
  ['--color-text-tertiary', '--ink-faint'],
  ['--color-text-danger', '--danger'],
  ['--color-text-success', '--success'],
  ['--color-text-warning', '--warning'],
  ['--color-text-info', '--info'],
  ['--color-border-primary', '--line-control'],
  ['--color-border-secondary', '--line-strong'],
  ['--color-border-tertiary', '--line'],
  ['--color-ring-primary', '--accent'],
] as const

/** Returns this page's colours and font under the names that MCP Apps defines. */
export function readStyleVariables(): Record<string, string> {
  const style = getComputedStyle(document.documentElement)
  const colours = tokens.map(([name, token]) => [name, style.getPropertyValue(token).trim()])
  const fonts = [['--font-sans', style.fontFamily]]
  return Object.fromEntries([...colours, ...fonts].filter(([, value]) => value !== ''))
}
