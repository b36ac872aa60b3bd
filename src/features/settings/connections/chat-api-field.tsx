import type { ChatApi } from '#contract/connections.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import type { SelectOption } from '#ui/fields/select-props.ts'

const options: readonly SelectOption<ChatApi>[] = [
  { value: 'auto', label: 'Automatic', hint: 'Responses for models that need it' },
  { value: 'chat', label: 'Chat completions', hint: 'What most servers offer' },
  { value: 'responses', label: 'Responses', hint: 'OpenAI’s newer interface' },
]

type ChatApiFieldProps = { value: ChatApi; onChange: (value: ChatApi) => void }

export const ChatApiField = ({ value, onChange }: ChatApiFieldProps) => (
  <FormField label="Interface for chats" hint="Change this only if chats with this service fail.">
    <Select value={value} options={options} onValueChange={onChange} />
  </FormField>
)
