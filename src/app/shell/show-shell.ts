// A classic script at the end of `index.html`. Shows the shell of the page while the app is loaded.
// React replaces the shell with the same elements.
import { pageLanguage } from '#languages/page-language.ts'
import { withoutBase } from '#lib/base-path.ts'
import type { FirstView } from '#lib/first-view.ts'
import { ownValue } from '#lib/own-value.ts'
import { readStoredTheme, toTheme } from '#ui/stored-theme.ts'
import { canShowView } from './can-show-view.ts'
import { hasShell } from './has-shell.ts'

/** View of this page. The build defines it. */
declare const bozzettoView: FirstView | undefined
/**
 * Texts of the shell by language, in the order of the shell. A text that depends on the time of day
 * is a list with a text for each hour. The build defines them.
 */
declare const bozzettoShellTexts: Readonly<Record<string, readonly (string | readonly string[])[]>>

const template = document.querySelector<HTMLTemplateElement>('#shell')
const root = document.getElementById('root')
const isSignedOut = document.querySelector('meta[name="bozzetto-access"]') !== null
const path = withoutBase(location.pathname)

document.documentElement.dataset['theme'] = toTheme(readStoredTheme())
if (template && root && !isSignedOut && hasShell(path)) {
  const shell = document.importNode(template.content, true)
  const texts = ownValue(bozzettoShellTexts, pageLanguage) ?? []
  const hour = new Date().getHours()
  const walker = document.createTreeWalker(shell, NodeFilter.SHOW_TEXT)
  for (const text of texts) {
    const node = walker.nextNode()
    if (node) node.nodeValue = typeof text === 'string' ? text : (text[hour] ?? '')
  }
  if (!bozzettoView || !canShowView(bozzettoView, path + location.search)) {
    shell.querySelector('main')?.replaceChildren()
  }
  root.append(shell)
}
