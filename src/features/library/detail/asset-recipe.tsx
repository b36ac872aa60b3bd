import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AssetChat, Recipe } from '#contract/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/library.ts'
import { Facts, type FactRow } from '#ui/layout/facts.tsx'

type AssetRecipeProps = {
  chat?: AssetChat | undefined
  recipe: Recipe
  pictureUrl: string | undefined
  modelName: string
}

export function AssetRecipe({ chat, recipe, pictureUrl, modelName }: AssetRecipeProps) {
  const { modelId, modelVersion, seed, cost, params, source, inputSha256, warnings = [] } = recipe
  const shownParams = Object.entries(params).filter(([name]) => name !== 'file')
  const facts: (FactRow | undefined)[] = [
    source && [t('Made from'), <SourceLink key="source" {...source} />],
    chat
      ? [
          t('Chat'),
          <Link
            key="chat"
            href={`/chat/${chat.conversationId}#${chat.messageId}`}
            className="text-accent hover:text-accent-strong"
          >
            {chat.title}
          </Link>,
        ]
      : undefined,
    source ? [t('Step'), source.step] : [t('Model'), modelName],
    modelName === modelId ? undefined : ['ID', <Code key="id" text={modelId} />],
    modelVersion === undefined ? undefined : [t('Version'), modelVersion],
    seed === undefined
      ? undefined
      : [t('Variation (seed)'), <Code key="seed" text={String(seed)} />],
    cost === undefined ? undefined : [t('Cost'), t('{cost} (reported by the service)', { cost })],
    warnings.length === 0 ? undefined : [t('Warnings'), warnings.join(' ')],
    ...shownParams.map(([name, value]): FactRow => [name, <Code key={name} text={show(value)} />]),
    ...inputSha256.map((hash, index): FactRow => [
      inputSha256.length > 1
        ? t('Picture {index}, SHA-256', { index: index + 1 })
        : t('Picture, SHA-256'),
      <span key={hash} title={hash}>
        <Code text={`${hash.slice(0, 12)}…`} />
      </span>,
    ]),
  ]

  async function copy() {
    try {
      await navigator.clipboard.writeText(JSON.stringify(recipe, undefined, 2))
      showToast({ title: t('Recipe copied'), kind: 'success' })
    } catch (error) {
      // Log the browser's message, because users would not understand it.
      console.warn(error)
      showToast({ title: t('Your browser blocked copying'), kind: 'error' })
    }
  }

  return (
    <>
      {pictureUrl !== undefined ? (
        <SourcePicture key={pictureUrl} url={pictureUrl} />
      ) : (
        // Versions of another model have no input picture that could be missing.
        inputSha256.length > 0 && !source && <PictureGone />
      )}
      <Facts facts={facts.filter((fact) => fact !== undefined)} />
      <Button
        variant="ghost"
        size="sm"
        icon={<Copy aria-hidden />}
        onClick={() => void copy()}
        className="mt-2 -ms-2.5"
      >
        {t('Copy as JSON')}
      </Button>
    </>
  )
}

const SourceLink = ({ assetId, name }: NonNullable<Recipe['source']>) => (
  <Link href={`/library/${assetId}`} className="text-accent hover:text-accent-strong">
    {name}
  </Link>
)

const PictureGone = () => (
  <p className="mb-3 text-ink-muted">
    {t('The picture was deleted or did not come with the model.')}
  </p>
)

function SourcePicture({ url }: { url: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <PictureGone />
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="mb-3 flex items-center gap-3 rounded-md border border-line bg-surface-raised p-2 text-ink-muted hover:border-line-strong hover:text-ink"
    >
      <img
        src={url}
        alt=""
        onError={() => setIsBroken(true)}
        className="size-11 rounded-sm bg-surface-sunken object-contain"
      />
      {t('Made from this picture')}
    </a>
  )
}

const Code = ({ text }: { text: string }) => <span className="font-mono text-xs">{text}</span>

function show(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  return JSON.stringify(value)
}
