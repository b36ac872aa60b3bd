import Download from 'lucide-react/icons/download'
import TextWrap from 'lucide-react/icons/text-wrap'
import { memo, type ReactNode } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { CopyButton } from '../../copy/copy-button.tsx'
import { languageName, findLanguage } from '../../extras/languages.ts'

type CodeBarProps = {
  language: string
  isWrapped: boolean
  onWrap: () => void
  code: () => string
  children?: ReactNode
}

/**
 * Renders the bar above a code block: its language and actions. Memoized, so that a new line of
 * code does not re-render it.
 */
export const CodeBar = memo(function CodeBar({
  language,
  isWrapped,
  onWrap,
  code,
  children,
}: CodeBarProps) {
  const name = `code.${findLanguage(language)?.extension ?? 'txt'}`
  return (
    <div data-code-bar="">
      <span>{language === '' ? 'Text' : languageName(language)}</span>
      {children}
      <IconButton
        size="sm"
        label="Wrap lines"
        isActive={isWrapped}
        icon={<TextWrap aria-hidden />}
        onClick={onWrap}
      />
      <IconButton
        size="sm"
        label={`Download as ${name}`}
        icon={<Download aria-hidden />}
        onClick={() => saveFile(new Blob([code()], { type: 'text/plain' }), name)}
      />
      <CopyButton label="Copy code" text={code} />
    </div>
  )
})
