import { useMutation, useQuery } from '@tanstack/react-query'
import { getEmbeddingModels, putFolderKnowledge } from '#api/chat/folder-knowledge.ts'
import { explainError } from '#lib/explain.ts'
import type {
  EmbeddingModels,
  FolderKnowledge,
  PutFolderKnowledge,
} from '#contract/chat/library.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { t } from '#languages/app.ts'

const off = 'off'

type MeaningSearchProps = {
  folderId: string
  meaning: FolderKnowledge['meaning']
  rerankModel: string | undefined
  onChanged: (knowledge: FolderKnowledge) => void
}

export function MeaningSearch({ folderId, meaning, rerankModel, onChanged }: MeaningSearchProps) {
  const { data, error } = useQuery({
    queryKey: ['chat', 'embedding-models'],
    queryFn: ({ signal }) => getEmbeddingModels(signal),
  })
  const change = useMutation({
    mutationFn: (body: PutFolderKnowledge) => putFolderKnowledge(folderId, body),
    onSuccess: onChanged,
    onError: reportFailure(t('Could not change the search')),
  })
  const models = data?.models ?? []
  const rerankModels = data?.rerankModels ?? []
  const isDisabled = change.isPending || (!data && !error)
  const toModel = (chosen: string) => (chosen === off ? null : chosen)
  const hasNone = models.length === 0 && rerankModels.length === 0
  if (data && hasNone && !meaning && rerankModel === undefined) {
    return (
      <p className="text-sm text-ink-muted">
        {t(
          'Files are searched by words. To search them by meaning too, connect a service with an embedding model, such as nomic-embed-text in Ollama.',
        )}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-1">
      <FormField
        label={t('Search by meaning')}
        hint={t(
          'The text of these files is sent to the model’s service once, and so is each question. Paid services charge for this.',
        )}
      >
        <Select
          value={meaning?.model ?? off}
          onValueChange={(model) => change.mutate({ embeddingModel: toModel(model) })}
          disabled={isDisabled}
          options={getModelOptions(t('Off (words only)'), models, meaning?.model)}
        />
      </FormField>
      {error && <p role="alert">{explainError(error)}</p>}
      {meaning && <Progress meaning={meaning} />}
      {meaning?.unanswered !== undefined && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
          <output className="min-w-0 flex-1 basis-64">{unansweredText(meaning.unanswered)}</output>
          <Button
            size="sm"
            disabled={change.isPending}
            onClick={() => change.mutate({ embeddingModel: meaning.model })}
          >
            {t('Send again')}
          </Button>
        </div>
      )}
      {(rerankModels.length > 0 || rerankModel !== undefined) && (
        <div className="mt-2">
          <FormField
            label={t('Sort what was found')}
            hint={t(
              'A rerank model reads each question with the passages that were found, and puts the best first. If it does not answer within four seconds, their order stays.',
            )}
          >
            <Select
              value={rerankModel ?? off}
              onValueChange={(model) => change.mutate({ rerankModel: toModel(model) })}
              disabled={isDisabled}
              options={getModelOptions(t('Off (order of the search)'), rerankModels, rerankModel)}
            />
          </FormField>
        </div>
      )}
    </div>
  )
}

function getModelOptions(
  offLabel: string,
  models: EmbeddingModels['models'],
  chosen: string | undefined,
) {
  const isGone = chosen !== undefined && models.every(({ id }) => id !== chosen)
  return [
    { value: off, label: offLabel },
    ...(isGone ? [{ value: chosen, label: chosen }] : []),
    ...models.map(({ id, name, service }) => ({ value: id, label: name, group: service })),
  ]
}

type Meaning = NonNullable<FolderKnowledge['meaning']>

export const isEmbedding = ({ passages, embedded, unanswered = 0 }: Meaning): boolean =>
  embedded + unanswered < passages

const unansweredText = (count: number): string =>
  count === 1
    ? t(
        'One passage was sent, but no answer arrived. The service may have charged for it, so it is not sent again automatically.',
      )
    : t(
        '{count} passages were sent, but no answer arrived. The service may have charged for them, so they are not sent again automatically.',
        { count },
      )

function Progress({ meaning }: { meaning: Meaning }) {
  const { passages, embedded, problem } = meaning
  if (problem !== undefined) {
    return (
      <p role="alert" className="text-sm text-ink-muted">
        {t(
          '{embedded} of {passages} passages are ready. {problem} Until then, files are searched by words.',
          { embedded, passages, problem },
        )}
      </p>
    )
  }
  return (
    <output className="text-sm text-ink-muted">
      {embedded === passages
        ? t('All {passages} passages are ready.', { passages })
        : t('{embedded} of {passages} passages are ready{meaning, select, true {…} other {.}}', {
            embedded,
            passages,
            meaning: isEmbedding(meaning),
          })}
    </output>
  )
}
