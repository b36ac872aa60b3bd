import { useCallback, useEffect, useState } from 'react'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/viewer.ts'
import { useGlb, type GlbOfFile } from '../work/use-glb.ts'
import { CompareAsked, type AskedModel } from './compare-asked.tsx'

type StoredModel = AskedModel & { fileName: string }

/** Renders a comparison of stored models of any format, after converting other formats than GLB. */
export function CompareAny({ models }: { models: readonly StoredModel[] }) {
  const [made, setMade] = useState<Readonly<Record<string, GlbOfFile>>>({})
  const onGlb = useCallback(
    (url: string, glb: GlbOfFile) => setMade((now) => ({ ...now, [url]: glb })),
    [],
  )
  const foreign = models.filter(({ fileName }) => !/\.glb$/i.test(fileName))
  const isWaiting = foreign.some(({ url }) => (made[url]?.status ?? 'opening') === 'opening')
  const opened = models.map((model): AskedModel => {
    const glb = made[model.url]
    // Keeps the original URL after a failed conversion, so that this model's part shows the error.
    return glb?.status === 'ready' ? { ...model, url: glb.url } : model
  })
  return (
    <>
      {foreign.map((model) => (
        <Made key={model.url} model={model} onGlb={onGlb} />
      ))}
      {isWaiting ? (
        <div className="absolute inset-0 grid place-items-center text-ink-faint">
          <Spinner label={t('Opening the models')} className="size-5" />
        </div>
      ) : (
        <CompareAsked models={opened} />
      )}
    </>
  )
}

type MadeProps = { model: StoredModel; onGlb: (url: string, glb: GlbOfFile) => void }

function Made({ model, onGlb }: MadeProps) {
  const glb = useGlb(model)
  const { url } = model
  useEffect(() => onGlb(url, glb), [url, glb, onGlb])
  return null
}
