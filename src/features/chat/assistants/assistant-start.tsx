import type { ChatModel } from '#contract/models.ts'
import { AssistantFace } from '../models/assistant-face.tsx'

type AssistantStartProps = {
  model: ChatModel
  onAsk: (text: string) => void
  isDisabled: boolean
}

const column = 'mx-auto w-full max-w-[calc(45rem+2rem)] px-4'

export const AssistantGreeting = ({ model }: Pick<AssistantStartProps, 'model'>) => (
  <div
    className={`${column} flex shrink-0 flex-col gap-3 pt-[max(1.5rem,13dvh)] pb-6 md:items-center md:text-center`}
  >
    <AssistantFace name={model.name} pictureUrl={model.assistant?.pictureUrl} size="lg" />
    <div>
      <h2 className="text-3xl font-semibold wrap-anywhere">{model.name}</h2>
      {model.description !== '' && (
        <p className="mt-1 text-lg text-pretty text-ink-muted">{model.description}</p>
      )}
    </div>
  </div>
)

export const AssistantStarters = ({ model, onAsk, isDisabled }: AssistantStartProps) => (
  <ul className={`${column} grid shrink-0 animate-appear gap-2 pt-4 pb-6 md:grid-cols-2`}>
    {model.assistant?.starters.map((text) => (
      <li key={text}>
        <button
          type="button"
          disabled={isDisabled}
          onClick={() => onAsk(text)}
          className="h-full min-h-11 w-full card-action px-3.5 py-2 text-start font-medium text-pretty"
        >
          {text}
        </button>
      </li>
    ))}
  </ul>
)
