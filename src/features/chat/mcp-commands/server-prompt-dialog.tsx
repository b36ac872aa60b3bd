import { useState } from 'react'
import type { McpMaterial, McpPrompt } from '#contract/mcp-offers.ts'
import { ownValue } from '#lib/own-value.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/app.ts'
import { fill } from './material.ts'

type ServerPromptDialogProps = {
  prompt: McpPrompt | undefined
  onClose: () => void
  onDone: (material: McpMaterial) => void
}

export const ServerPromptDialog = ({ prompt, onClose, onDone }: ServerPromptDialogProps) => (
  <Dialog isOpen={prompt !== undefined} onClose={onClose} title={prompt?.title ?? ''}>
    {prompt && <Form key={`${prompt.serverId} ${prompt.name}`} prompt={prompt} onDone={onDone} />}
  </Dialog>
)

function Form({ prompt, onDone }: { prompt: McpPrompt; onDone: (material: McpMaterial) => void }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [isAsking, setIsAsking] = useState(false)
  const missing = prompt.arguments.some(
    ({ name, isRequired }) => isRequired && (ownValue(values, name) ?? '').trim() === '',
  )
  const send = async () => {
    setIsAsking(true)
    const given = Object.entries(values).filter(([, value]) => value.trim() !== '')
    const material = await fill(prompt, Object.fromEntries(given))
    setIsAsking(false)
    if (material) onDone(material)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!missing) void send()
      }}
    >
      <p className="text-pretty text-ink-muted">
        {prompt.description !== '' && `${prompt.description} `}
        {t('Written by the MCP server “{serverName}”. Read the message before you send it.', {
          serverName: prompt.serverName,
        })}
      </p>
      {prompt.arguments.map(({ name, description, isRequired }) => (
        <FormField
          key={name}
          label={isRequired ? name : t('{name} (optional)', { name })}
          hint={description || undefined}
        >
          <TextArea
            rowsMin={1}
            value={ownValue(values, name) ?? ''}
            onChange={({ target }) => setValues((held) => ({ ...held, [name]: target.value }))}
          />
        </FormField>
      ))}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isLoading={isAsking} disabled={missing}>
          {t('Insert into message')}
        </Button>
      </div>
    </form>
  )
}
