import type { ChatRequestMessage } from '../../ports/chat-provider.ts'
import { contentTerms, type FindSections } from './find-sections.ts'
import type { ManualSection } from './manual.ts'

/** A question with at most this number of terms may refer to the previous question. */
const followUpTermsMax = 3
const relatedMax = 3

/** Answers the last question with sections of the manual, in Markdown. */
export function answerFrom(
  manual: readonly ManualSection[],
  find: FindSections,
  messages: readonly ChatRequestMessage[],
): string {
  const questions = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => getText(content))
  const last = questions.at(-1) ?? ''
  const isShort = contentTerms(last).length <= followUpTermsMax
  let found = find(last)
  if (found.length === 0 && isShort) found = find(questions.slice(-2).join(' '))
  const [best, ...others] = found
  return best ? quote(best, relatedTo(manual, best, others)) : admit(manual)
}

function quote({ page, heading, body }: ManualSection, related: readonly ManualSection[]): string {
  return [
    `### ${heading}`,
    body,
    `*From the manual, page “${page}”. I am Bozzetto’s built-in guide, not a language model.*`,
    ...(related.length > 0 ? [`You can also ask:\n\n${formatList(related)}`] : []),
  ].join('\n\n')
}

const admit = (manual: readonly ManualSection[]): string =>
  [
    'I cannot answer that. I am Bozzetto’s built-in guide, **not a language model**: I only search Bozzetto’s manual, and found nothing about this.',
    `Topics I can help with, with a question for each:\n\n${getPages(manual)
      .map(({ page, heading }) => `- **${page}**: ${heading}`)
      .join('\n')}`,
    'For anything else, connect a language model. Ask me “How do I connect a service?”',
  ].join('\n\n')

function relatedTo(
  manual: readonly ManualSection[],
  best: ManualSection,
  others: readonly ManualSection[],
): ManualSection[] {
  const neighbours = manual.filter(({ page }) => page === best.page)
  return [...new Set([...others, ...neighbours])]
    .filter((section) => section !== best && section.heading.endsWith('?'))
    .slice(0, relatedMax)
}

const getPages = (manual: readonly ManualSection[]): ManualSection[] =>
  manual.filter(({ page }, index) => manual[index - 1]?.page !== page)

const formatList = (sections: readonly ManualSection[]): string =>
  sections.map(({ heading }) => `- ${heading}`).join('\n')

function getText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? part.text
        : '',
    )
    .join(' ')
}
