import { dateLanguage } from '#lib/language/translate.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import FileUp from 'lucide-react/icons/file-up'
import { importChats } from '#api/chat/library.ts'
import { explainError } from '#lib/explain.ts'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { ByPointer } from '#ui/layout/by-pointer.tsx'
import { t } from '#languages/app.ts'
import { chatQueries } from '../queries/chat-queries.ts'
import { ImportOutcome } from './import-outcome.tsx'
import { lastImport } from './import-report.ts'

type ImportDialogProps = {
  isOpen: boolean
  onClose: () => void
  onOpenChat?: ((conversationId: string) => void) | undefined
}

export function ImportChatsDialog({ isOpen, onClose, onOpenChat }: ImportDialogProps) {
  const client = useQueryClient()
  const [kept, keep] = useBrowserSetting(lastImport)
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: importAll,
    onSuccess: (answer) => keep({ at: new Date().toISOString(), answer }),
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.all }),
  })
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('Import chats')}
      description={t(
        'An export from Bozzetto, ChatGPT, Claude, Gemini, Copilot, Open WebUI, LibreChat and others, as ZIP or JSON. Chats that are already here are not changed.',
      )}
    >
      <div className="flex flex-col gap-3">
        <DropZone
          label={t('Export files')}
          accept="application/zip,.zip,application/json,.json,.jsonl,.html,.csv"
          disabled={isPending}
          isMultiple
          onFiles={(files) => mutate(files)}
          className="grid min-h-32 place-items-center rounded-lg border border-dashed border-line-strong text-ink-muted"
        >
          {isPending ? (
            <span className="flex items-center gap-2">
              <Spinner /> {t('Importing…')}
            </span>
          ) : (
            <span className="flex items-center gap-2">
              <FileUp aria-hidden className="size-4" />{' '}
              <ByPointer
                fine={t('Drop files here, or click to choose them')}
                coarse={t('Choose files')}
              />
            </span>
          )}
        </DropZone>
        {error && (
          <p role="alert" className="text-danger">
            {explainError(error)}
          </p>
        )}
        {kept && !isPending && !error && (
          <section
            aria-label={data ? t('Result') : t('Last import')}
            className="flex flex-col gap-2"
          >
            {!data && (
              <div className="flex items-center gap-2 text-xs text-ink-muted">
                <p className="flex-1">
                  {t('Last import: {value}', {
                    value: new Date(kept.at).toLocaleString(dateLanguage),
                  })}
                </p>
                <Button size="sm" variant="ghost" onClick={() => keep(undefined)}>
                  {t('Remove')}
                </Button>
              </div>
            )}
            <ImportOutcome
              report={kept}
              onOpen={(id) => {
                close()
                onOpenChat?.(id)
              }}
            />
          </section>
        )}
      </div>
    </Dialog>
  )
}

/**
 * Imports files one by one and skips unreadable files.
 * @throws {Error} if there is only one file and this file is unreadable.
 */
async function importAll(files: readonly File[]): Promise<ImportAnswer> {
  const all: ImportAnswer = {
    source: 'bozzetto',
    conversations: 0,
    messages: 0,
    known: 0,
    problems: [],
  }
  for (const file of files) {
    try {
      const { source, problems, ...counts } = await importChats(file)
      all.source = source
      all.conversations += counts.conversations
      all.messages += counts.messages
      all.known += counts.known
      all.folders = (all.folders ?? 0) + (counts.folders ?? 0)
      all.withoutPermissions = (all.withoutPermissions ?? 0) + (counts.withoutPermissions ?? 0)
      all.prompts = (all.prompts ?? 0) + (counts.prompts ?? 0)
      all.problems.push(...problems)
      all.moreProblems = (all.moreProblems ?? 0) + (counts.moreProblems ?? 0)
    } catch (error) {
      if (files.length === 1) throw error
      all.problems.push({ title: file.name, message: explainError(error) })
    }
  }
  return all
}
