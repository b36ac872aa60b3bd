import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import type { ReactNode } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { ChatModels } from '../models/use-chat-models.ts'
import { ConnectHint } from './connect-hint.tsx'

const loadProblems = async () => (await import('./model-problems.tsx')).ModelProblems

type StartersProps = {
  models: ChatModels
  note: ReactNode
  onAsk: (text: string) => void
}

const forAnyModel = [
  'Explain how a picture becomes a 3D model, step by step',
  'Write a Python script that renames files by their date',
  'Compare GLB, STL and 3MF: when should I use each?',
  'Write a short product description for a ceramic vase',
]
const forTheGuide = [
  'How do I connect a provider?',
  'What can I do without any key?',
  'How do I turn a picture into a 3D model?',
  'Which files can I download?',
]

export function Starters({ models, note, onAsk }: StartersProps) {
  const { isGuideOnly, problems, missingDefault, model, cannotSend } = models
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto w-full max-w-[calc(46rem+2rem)] px-4 py-8">
        <h2 className="text-2xl font-semibold tracking-tight">
          {isGuideOnly ? 'What would you like to know?' : 'What can I help with?'}
        </h2>
        {note}
        {isGuideOnly && (
          <>
            <p className="mt-2 max-w-[60ch] text-base text-pretty text-ink-muted">
              No language model is connected yet. The built-in guide answers questions about
              Bozzetto from its manual; it is not a language model.
            </p>
            <ConnectHint />
          </>
        )}
        {problems.length > 0 && <Loaded load={loadProblems} props={{ problems }} />}
        {missingDefault !== undefined && (
          <p className="mt-2 max-w-[60ch] text-sm text-pretty wrap-anywhere text-ink-muted">
            Your default model {missingDefault} is not available now
            {model ? `; ${model.name} answers instead.` : '.'}
          </p>
        )}
        <ul className="mt-5 grid gap-2 sm:grid-cols-2">
          {(isGuideOnly ? forTheGuide : forAnyModel).map((text) => (
            <li key={text}>
              <button
                type="button"
                disabled={cannotSend !== undefined}
                onClick={() => onAsk(text)}
                className="group/starter flex h-full min-h-11 w-full items-center gap-3 rounded-lg border border-line bg-surface-raised px-3.5 py-2.5 text-left text-ink-muted shadow-raised transition-[border-color,color] hover:border-line-strong hover:text-ink"
              >
                <span className="flex-1 text-pretty">{text}</span>
                <ArrowUpRight
                  aria-hidden
                  className="size-4 shrink-0 text-ink-faint group-hover/starter:text-accent"
                />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
