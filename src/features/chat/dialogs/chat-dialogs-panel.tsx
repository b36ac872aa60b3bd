import type { McpMaterial } from '#contract/mcp-offers.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { t } from '#languages/app.ts'
import { loadCompare } from '../compare/load-compare.ts'
import { ModelDialog } from '../models/model-dialog.tsx'
import type { ChatModels } from '../models/use-chat-models.ts'
import { ServerPromptDialog } from '../mcp-commands/server-prompt-dialog.tsx'
import { ModelCommandDialog } from '../prompts/model-command-dialog.tsx'
import { PromptDialog } from '../prompts/prompt-dialog.tsx'
import { PromptsDialog } from '../prompts/prompts-dialog.tsx'
import { ChatShortcutsDialog } from '../shortcuts/shortcuts-dialog.tsx'
import type { ChatDialogState } from './use-chat-dialogs.ts'

export type ChatDialogsPanelProps = {
  dialogs: ChatDialogState
  models: ChatModels
  settings: ChatSettings
  folderId: string | undefined
  onSettings: (settings: ChatSettings) => void
  onAnother: (parentId: string, modelId: string) => void
  /** Ids of the models that answer the next question. A comparison needs at least two models. */
  comparedIds: readonly string[]
  onCompare: (modelIds: readonly string[]) => void
  onPrompt: (text: string) => void
  onCommand: (message: string) => void
  onMaterial: (material: McpMaterial) => void
  onOpenChat: (conversationId: string) => void
}

const loadSettings = async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog
const loadImport = async () =>
  (await import('../conversations/import-dialog.tsx')).ImportChatsDialog
const loadRename = async () => (await import('./rename-dialog.tsx')).RenameDialog
const loadMove = async () => (await import('./move-dialog.tsx')).MoveDialog
const loadShare = async () => (await import('../sharing/share-chat-dialog.tsx')).ShareChatDialog

for (const load of [loadSettings, loadImport, loadShare]) prefetch(load)

export function ChatDialogsPanel({
  dialogs: { dialog, open, close },
  models,
  settings,
  onSettings,
  folderId,
  onAnother,
  comparedIds,
  onCompare,
  onPrompt,
  onCommand,
  onMaterial,
  onOpenChat,
}: ChatDialogsPanelProps) {
  const kind = dialog?.kind
  const answer = dialog?.kind === 'another' ? dialog.answer : undefined
  const shared = { onClose: close }
  return (
    <>
      <ModelDialog
        {...shared}
        isOpen={kind === 'model' || kind === 'another'}
        title={answer ? t('Regenerate with') : t('Model')}
        models={models.models}
        problems={models.problems}
        anchor={dialog?.kind === 'model' ? dialog.anchor : undefined}
        modelId={answer ? answer.run?.modelId : models.modelId}
        onChoose={(id) => {
          close()
          if (!answer) models.choose(id)
          else if (answer.parentId !== undefined) onAnother(answer.parentId, id)
        }}
        onCompare={kind === 'model' ? () => open({ kind: 'compare' }) : undefined}
      />
      <Loaded
        load={loadCompare}
        isWanted={kind === 'compare'}
        props={{
          ...shared,
          isOpen: kind === 'compare',
          models: models.models,
          modelIds: comparedIds.length > 0 ? comparedIds : models.modelId ? [models.modelId] : [],
          onDone: onCompare,
        }}
      />
      <Loaded
        load={loadSettings}
        isWanted={kind === 'settings'}
        props={{
          ...shared,
          isOpen: kind === 'settings',
          models,
          settings,
          folderId,
          onChange: onSettings,
        }}
      />
      <PromptsDialog
        {...shared}
        isOpen={kind === 'prompts'}
        onUse={(prompt) => open({ kind: 'prompt', prompt })}
      />
      <PromptDialog
        {...shared}
        prompt={dialog?.kind === 'prompt' ? dialog.prompt : undefined}
        onDone={(text) => {
          close()
          onPrompt(text)
        }}
      />
      <ModelCommandDialog
        {...shared}
        command={dialog?.kind === 'model-command' ? dialog.command : undefined}
        onDone={(message) => {
          close()
          onCommand(message)
        }}
      />
      <ServerPromptDialog
        {...shared}
        prompt={dialog?.kind === 'server-prompt' ? dialog.prompt : undefined}
        onDone={(material) => {
          close()
          onMaterial(material)
        }}
      />
      <Loaded
        load={loadImport}
        isWanted={kind === 'import'}
        props={{ ...shared, isOpen: kind === 'import', onOpenChat }}
      />
      <Loaded
        load={loadShare}
        isWanted={kind === 'share'}
        props={{
          ...shared,
          isOpen: kind === 'share',
          conversationId: dialog?.kind === 'share' ? dialog.conversationId : undefined,
        }}
      />
      <Loaded
        load={loadRename}
        isWanted={kind === 'rename'}
        props={{
          ...shared,
          conversation: dialog?.kind === 'rename' ? dialog.conversation : undefined,
        }}
      />
      <Loaded
        load={loadMove}
        isWanted={kind === 'move'}
        props={{
          ...shared,
          conversation: dialog?.kind === 'move' ? dialog.conversation : undefined,
        }}
      />
      <ChatShortcutsDialog {...shared} isOpen={kind === 'shortcuts'} />
    </>
  )
}
