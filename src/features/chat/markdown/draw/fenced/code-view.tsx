import { memo, use, useCallback, useState, type ReactNode } from 'react'
import { useLatest } from '#ui/actions/use-latest.ts'
import { t } from '#languages/app.ts'
import { hasRightToLeft } from '#lib/language/text-direction.ts'
import { groupSize, type Groups } from '../../parse/block.ts'
import type { TokenLine } from '../../extras/highlight.ts'
import { getCodeFileName, languageName } from '../../extras/languages.ts'
import { useHighlight } from '../../extras/use-highlight.ts'
import Download from 'lucide-react/icons/download'
import TextWrap from 'lucide-react/icons/text-wrap'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { CopyButton } from '../../copy/copy-button.tsx'
import { LiveTextContext, LiveTextView } from '../growing-markdown.tsx'

type CodeViewProps = {
  language: string
  lines: Groups<string>
  isOpen: boolean
  children?: ReactNode
}

export function CodeView({ language, lines, isOpen, children }: CodeViewProps) {
  const [isWrapped, setIsWrapped] = useState(false)
  const { read } = use(LiveTextContext)
  const highlighted = useHighlight({ label: language, lines, isOpen }, read)
  const { code } = useLatest({ code: () => lines.flat().join('\n') + (isOpen ? read() : '') })
  const toggleWrap = useCallback(() => setIsWrapped((is) => !is), [])
  return (
    <div data-code="" data-wrap={isWrapped || undefined}>
      <CodeBar language={language} isWrapped={isWrapped} onWrap={toggleWrap} code={code}>
        {children}
      </CodeBar>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
        tabIndex={0}
        aria-label={t('Code{isPlain, select, true {} other {, {language}}}', {
          language: languageName(language),
          isPlain: language === '',
        })}
      >
        <code>
          {lines.map((group, at) => (
            <LineGroup
              key={at}
              lines={group}
              tokens={getGroupTokens(group, at * groupSize, highlighted)}
              isLast={at === lines.length - 1}
              isGrowing={isOpen && at === lines.length - 1}
            />
          ))}
        </code>
      </pre>
    </div>
  )
}

function getGroupTokens(
  group: readonly string[],
  start: number,
  highlighted: ReturnType<typeof useHighlight>,
): readonly TokenLine[] | undefined {
  if (!highlighted) return undefined
  const { lines, tokens } = highlighted
  const known = group.findIndex((line, at) => lines[start + at] !== line)
  const count = known === -1 ? group.length : known
  return count === 0 ? undefined : tokens.slice(start, start + count)
}

type LineGroupProps = {
  lines: readonly string[]
  tokens: readonly TokenLine[] | undefined
  isLast: boolean
  /** True if the last line is not complete, and therefore not coloured. */
  isGrowing: boolean
}

// Each group is a separate box. Otherwise the browser would lay out a growing code block from its
// first line each time.
const LineGroup = memo(
  function LineGroup({ lines, tokens = [], isLast, isGrowing }: LineGroupProps) {
    const complete = isGrowing ? lines.slice(0, -1) : lines
    const coloured = tokens.slice(0, complete.length)
    const plain = complete.slice(coloured.length)
    return (
      <span data-mixed={lines.some(hasRightToLeft) || undefined}>
        {coloured.map((line, at) => (
          <LineTokens key={at} tokens={line} hasEnd={at < lines.length - 1} />
        ))}
        {/* One text node per line: browsers lay out a whole text node again when its text is replaced. */}
        {plain.map((line, at) => (isGrowing || at < plain.length - 1 ? `${line}\n` : line))}
        {isGrowing && <LiveTextView before={lines.at(-1) ?? ''} />}
        {/* A trailing empty line needs an additional line break to have a height. */}
        {lines.at(-1) === '' && !isLast && '\n'}
      </span>
    )
  },
  (before, after) =>
    before.lines === after.lines &&
    before.isLast === after.isLast &&
    before.isGrowing === after.isGrowing &&
    (before.tokens === after.tokens ||
      (before.tokens?.length === after.tokens?.length && before.tokens?.[0] === after.tokens?.[0])),
)

const LineTokens = ({ tokens, hasEnd }: { tokens: TokenLine; hasEnd: boolean }) => (
  <>
    {tokens.map(({ role, text }, at) =>
      role === undefined ? (
        text
      ) : (
        <span key={at} data-role={role}>
          {text}
        </span>
      ),
    )}
    {hasEnd && '\n'}
  </>
)

type CodeBarProps = {
  language: string
  isWrapped: boolean
  onWrap: () => void
  code: () => string
  children?: ReactNode
}

export const CodeBar = memo(function CodeBar({
  language,
  isWrapped,
  onWrap,
  code,
  children,
}: CodeBarProps) {
  const name = getCodeFileName(language)
  return (
    <div data-code-bar="">
      <span>{language === '' ? t('Text') : languageName(language)}</span>
      {children}
      <IconButton
        size="sm"
        label={t('Wrap lines')}
        isActive={isWrapped}
        icon={<TextWrap aria-hidden />}
        onClick={onWrap}
      />
      <IconButton
        size="sm"
        label={t('Download as {name}', { name })}
        icon={<Download aria-hidden />}
        onClick={() => saveFile(new Blob([code()], { type: 'text/plain' }), name)}
      />
      <CopyButton label={t('Copy code')} text={code} />
    </div>
  )
})
