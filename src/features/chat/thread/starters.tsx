import { withBase } from '#lib/base-path.ts'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Copy from 'lucide-react/icons/copy'
import Box from 'lucide-react/icons/box'
import MessageSquare from 'lucide-react/icons/message-square'
import Sparkles from 'lucide-react/icons/sparkles'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Tile } from '#ui/feedback/tile.tsx'
import { t } from '#languages/app.ts'
import type { ChatModels } from '../models/use-chat-models.ts'
import Plug from 'lucide-react/icons/plug'
import { LinkButton } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { ProviderProblem } from '#contract/models.ts'
import { useProblemsFor } from '#queries/model-problems.ts'
import { formatProblem, useProviderName } from '#queries/provider-name.ts'

type StartersProps = {
  models: ChatModels
  onAsk: (text: string) => void
}

type Starter = { text: string; icon: ReactNode }

const forAnyModel: readonly Starter[] = [
  { text: t('Explain how a picture becomes a 3D model'), icon: <Sparkles /> },
  { text: t('Write a Python script that renames files by date'), icon: <Copy /> },
  { text: t('Compare GLB, STL and 3MF: when should I use each?'), icon: <Box /> },
  { text: t('Write a short product description for a ceramic vase'), icon: <MessageSquare /> },
]
const forTheGuide: readonly Starter[] = [
  { text: t('How do I connect a service?'), icon: <Sparkles /> },
  { text: t('What can I do without any key?'), icon: <Sparkles /> },
  { text: t('How do I turn a picture into a 3D model?'), icon: <Sparkles /> },
  { text: t('Which files can I download?'), icon: <Sparkles /> },
]

const column = 'mx-auto w-full max-w-[calc(45rem+2rem)] px-4'

export function Greeting({ isGuideOnly, note }: { isGuideOnly: boolean; note: ReactNode }) {
  const [greeting] = useState(() => greet(new Date().getHours()))
  return (
    <div
      className={`${column} shrink-0 pt-6 pb-4 md:pt-[max(1.5rem,13dvh)] md:pb-6 md:text-center`}
    >
      <h2 className="text-3xl font-semibold">{greeting}</h2>
      <p className="mt-1 text-lg text-ink-muted">
        {isGuideOnly ? t('What would you like to know?') : t('What can I help with?')}
      </p>
      {note}
    </div>
  )
}

/** @param hour hour of the day, from 0 to 23. */
export function greet(hour: number): string {
  // The greeting of a night is a farewell in many languages.
  if (hour < 5) return t('Good evening')
  if (hour < 12) return t('Good morning')
  return hour < 18 ? t('Good afternoon') : t('Good evening')
}

/**
 * Renders example questions once the models are known. Otherwise a hint about models could appear
 * later and move the questions.
 */
export function Starters({ models, onAsk }: StartersProps) {
  const { isGuideOnly, isLoading, problems, missingDefault, model, cannotSend } = models
  if (isLoading) return null
  return (
    <div
      className={`${column} flex shrink-0 flex-col pt-4 pb-6 max-md:grow max-md:pt-0 max-md:pb-2`}
    >
      {isGuideOnly && problems.length === 0 && <GuideNote isDown={false} />}
      {isGuideOnly && problems.length > 0 && <GuideNoteFor problems={problems} />}
      {problems.length > 0 && <ModelProblems problems={problems} />}
      {missingDefault !== undefined && (
        <p className="mb-3 text-pretty wrap-anywhere text-ink-muted">
          {model
            ? t(
                'Your default model {missingDefault} is not available now; {name} answers instead.',
                { missingDefault, name: model.name },
              )
            : t('Your default model {missingDefault} is not available now.', { missingDefault })}
        </p>
      )}
      <div className="flex grow flex-col gap-3 md:grid md:grid-cols-[19rem_minmax(0,1fr)]">
        <PictureCard />
        {/* On phones, cards without room above the message box follow to the side. */}
        <div className="relative grow max-md:min-h-14">
          <ul className="flex flex-col gap-2 max-md:absolute max-md:-inset-0.5 max-md:p-0.5 max-md:flex-wrap max-md:content-start max-md:overflow-x-auto max-md:snap-x max-md:snap-mandatory md:h-full">
            {(isGuideOnly ? forTheGuide : forAnyModel).map(({ text, icon }) => (
              <li key={text} className="max-md:w-full max-md:snap-start md:grow">
                <button
                  type="button"
                  disabled={cannotSend !== undefined}
                  onClick={() => onAsk(text)}
                  className="flex h-full min-h-11 w-full items-center gap-3 card-action px-2.5 py-1.5 text-start font-medium"
                >
                  <Tile size="sm" icon={icon} />
                  <span className="min-w-0 flex-1 text-pretty">{text}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}

const PictureCard = () => (
  <Link
    href="/"
    className="relative flex shrink-0 items-center overflow-hidden rounded-xl bg-accent-soft px-4 py-3 ring-1 ring-accent-line transition-shadow hover:shadow-float md:min-h-40 md:flex-col md:items-stretch md:py-4"
  >
    <span className="min-w-0 grow md:grow-0">
      <span className="block text-base font-semibold">{t('Picture → 3D')}</span>
      <span className="mt-0.5 block text-xs text-pretty text-ink-muted">
        {t('Add a photo in the studio, or start with a sample. It takes seconds, on this machine.')}
      </span>
    </span>
    <span aria-hidden className="flex shrink-0 items-center gap-4 md:mt-auto md:pt-3">
      <span className="grid size-19 -rotate-4 place-items-center card p-2 max-md:hidden">
        <img src={withBase('/samples/amphora.webp')} alt="" className="size-full object-contain" />
      </span>
      <ArrowRight className="size-4 text-accent-strong max-md:hidden" />
      <img
        src={withBase('/samples/amphora-model-small.webp')}
        alt=""
        className="-mb-4 ms-auto h-24 w-20 object-contain md:-mt-4 md:h-28 md:w-24"
      />
    </span>
  </Link>
)

const loadFound = async () => (await import('./found-services.tsx')).FoundServicesHint

function ConnectHint() {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link href="/settings?connect" asChild>
        <LinkButton variant="primary" icon={<Plug aria-hidden />}>
          {t('Connect a service')}
        </LinkButton>
      </Link>
      <output className="text-ink-muted">
        <Loaded load={loadFound} props={{}} />
      </output>
    </div>
  )
}

const GuideNoteFor = ({ problems }: { problems: readonly ProviderProblem[] }) => (
  <GuideNote isDown={useProblemsFor('chat', problems).length > 0} />
)

/** @param props.isDown true if a connected service does not list its models now. */
const GuideNote = ({ isDown }: { isDown: boolean }) => (
  <div className="mb-4 card px-4 py-3.5">
    <p className="text-pretty text-ink-muted">
      {isDown
        ? t(
            'No language model can be reached now. The built-in guide answers questions about Bozzetto from its manual; it is not a language model.',
          )
        : t(
            'No language model is connected yet. The built-in guide answers questions about Bozzetto from its manual; it is not a language model.',
          )}
    </p>
    <ConnectHint />
  </div>
)

function ModelProblems({ problems }: { problems: readonly ProviderProblem[] }) {
  const nameOfProvider = useProviderName()
  return useProblemsFor('chat', problems).map(({ provider, message }) => (
    <p key={provider} className="mb-3 max-w-[60ch] text-sm text-warning">
      {formatProblem(nameOfProvider(provider), message)}
    </p>
  ))
}
