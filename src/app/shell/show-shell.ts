// A classic script at the end of `index.html`. Shows the shell of the page while the app is loaded.
// React replaces the shell with the same elements.
import { pageLanguage } from '#languages/page-language.ts'
import { withoutBase } from '#lib/base-path.ts'
import type { FirstView } from '#lib/first-view.ts'
import { ownValue } from '#lib/own-value.ts'
import { readStoredTheme, toTheme } from '#ui/stored-theme.ts'
import { canShowView } from './can-show-view.ts'
import { hasShell } from './has-shell.ts'

/** View of this page. The build defines it, and the next two. */
declare const bozzettoView: FirstView | undefined
/** Texts of the shell by language and English text. */
declare const bozzettoShellTexts: Readonly<Record<string, Readonly<Record<string, string>>>>
/** English greeting of each hour of the day. The shell contains one of them. */
declare const bozzettoGreetings: readonly string[]

const template = document.querySelector<HTMLTemplateElement>('#shell')
const root = document.getElementById('root')
const isSignedOut = document.querySelector('meta[name="bozzetto-access"]') !== null
const path = withoutBase(location.pathname)

document.documentElement.dataset['theme'] = toTheme(readStoredTheme())
if (template && root && !isSignedOut && hasShell(path)) {
  const shell = document.importNode(template.content, true)
  if (!bozzettoView || !canShowView(bozzettoView, path + location.search)) {
    shell.querySelector('main')?.replaceChildren()
  }
  const texts = ownValue(bozzettoShellTexts, pageLanguage) ?? {}
  const walker = document.createTreeWalker(shell, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { nodeValue } = node
    const english = bozzettoGreetings.includes(nodeValue ?? '')
      ? bozzettoGreetings[new Date().getHours()]
      : nodeValue
    node.nodeValue = ownValue(texts, english ?? '') ?? english ?? ''
  }
  root.append(shell)
}
