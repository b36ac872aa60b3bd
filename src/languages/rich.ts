import { createElement, Fragment, type ReactNode } from 'react'
import { formatMessage } from '#lib/language/format-message.ts'
import { findTranslation, language } from '#lib/language/translate.ts'

type RichValue = ReactNode | ((text: ReactNode) => ReactNode)

/**
 * Returns a text with elements in the language of this page.
 * @param english the English text in ICU MessageFormat, which is also its key.
 * @param values by placeholder: an element, or a function that wraps the text between two tags.
 */
export function rich(english: string, values: Readonly<Record<string, RichValue>>): ReactNode {
  const message = findTranslation(english)
  const parts = formatMessage<RichValue>(message ?? english, {
    language: message === undefined ? 'en' : language,
    values,
    wrap: (wrap, inner) => (typeof wrap === 'function' ? wrap(join(inner)) : join(inner)),
  })
  return join(parts)
}

/** Joins parts without keys, because their order never changes. */
const join = (parts: RichValue[]): ReactNode =>
  createElement(Fragment, null, ...parts.filter((part) => typeof part !== 'function'))
