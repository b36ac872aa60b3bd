// A classic script at the end of `index.html`. Shows the shell of the page while the app is loaded.
// React replaces the shell with the same elements.
import { pageLanguage } from '#languages/page-language.ts'
import { withoutBase } from '#lib/base-path.ts'
import { ownValue } from '#lib/own-value.ts'
import { readStoredTheme, toTheme } from '#ui/stored-theme.ts'
import { hasShell } from './has-shell.ts'

/** Texts of the shell by language and English text. The build defines them. */
declare const bozzettoShellTexts: Readonly<Record<string, Readonly<Record<string, string>>>>

const template = document.querySelector<HTMLTemplateElement>('#shell')
const root = document.getElementById('root')
const isSignedOut = document.querySelector('meta[name="bozzetto-access"]') !== null

document.documentElement.dataset['theme'] = toTheme(readStoredTheme())
if (template && root && !isSignedOut && hasShell(withoutBase(location.pathname))) {
  const shell = template.content.cloneNode(true)
  const texts = ownValue(bozzettoShellTexts, pageLanguage) ?? {}
  const walker = document.createTreeWalker(shell, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const english = node.nodeValue ?? ''
    node.nodeValue = ownValue(texts, english) ?? english
  }
  root.append(shell)
}
