import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setPageEncoding } from '#api/chat/chat.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/app.ts'
import { EncodingField } from '../../attachments/encoding-field.tsx'

type PageEncodingProps = { runId: string; callIndex: number; encoding: string }

export function PageEncoding({ runId, callIndex, encoding }: PageEncodingProps) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (chosen: string) => setPageEncoding(runId, callIndex, chosen),
    onSuccess: () => client.invalidateQueries({ queryKey: ['chat'] }),
    onError: reportFailure(t('Could not read the page in this encoding')),
  })
  return (
    <EncodingField
      value={encoding}
      pending={change.isPending ? change.variables : undefined}
      onChange={change.mutate}
    >
      {t('Wrong characters? Choose the encoding of the page. Later answers use the new text.')}
    </EncodingField>
  )
}
