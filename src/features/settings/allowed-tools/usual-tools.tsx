import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listChatTools, putToolDefault } from '#api/chat/library.ts'
import type { ChatTool } from '#contract/chat/settings.ts'
import { explainError } from '#lib/explain.ts'
import { chatKeys } from '#queries/chat-keys.ts'
import { getToolHint } from '#queries/tool-hints.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'

export function UsualTools() {
  const client = useQueryClient()
  const { data = [], error } = useQuery({
    queryKey: chatKeys.tools,
    queryFn: ({ signal }) => listChatTools(signal),
  })
  const { mutate } = useMutation({
    mutationFn: ({ name, isOn }: { name: string; isOn: boolean }) => putToolDefault(name, isOn),
    onMutate: async ({ name, isOn }) => {
      await client.cancelQueries({ queryKey: chatKeys.tools })
      client.setQueryData<ChatTool[]>(chatKeys.tools, (held) =>
        held?.map((tool) => (tool.name === name ? { ...tool, isDefault: isOn } : tool)),
      )
    },
    onError: reportFailure(t('Could not change it')),
    onSettled: () => client.invalidateQueries({ queryKey: chatKeys.tools }),
  })
  return (
    <SettingsPart
      id="usual-tools"
      title={t('Usual tools')}
      about={t(
        'They are on in chats with a model that supports tools, unless you choose others in a chat. Tools that cost money or send something to a service ask first.',
      )}
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {toSections(data).map(({ heading, tools }) => (
        <section key={heading} aria-label={heading} className="flex flex-col gap-1.5">
          <h3 className="text-xs font-medium text-ink-muted">{heading}</h3>
          <ul className={cardClass}>
            {tools.map(({ name, title, from, description, isDefault = false }) => (
              <li key={name} className="px-4 py-2.5">
                <Switch
                  label={title}
                  hint={
                    <span className="line-clamp-2 wrap-anywhere">
                      {getToolHint({ name, from, description })}
                    </span>
                  }
                  checked={isDefault}
                  onCheckedChange={(isOn) => mutate({ name, isOn })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </SettingsPart>
  )
}

function toSections(tools: readonly ChatTool[]): { heading: string; tools: ChatTool[] }[] {
  const servers = new Set(tools.map(({ from }) => from))
  return [...servers].map((server) => ({
    heading: server ?? t('Built in'),
    tools: tools.filter(({ from }) => from === server),
  }))
}
