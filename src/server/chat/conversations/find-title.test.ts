import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ModelChoices } from '../../models/choices/model-choices.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { conversations, messages } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { createTitleFinder } from './find-title.ts'

const never = new AbortController().signal

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterEach(() => store.db.delete(conversations))
afterAll(() => store.close())

const createProvider = (id: string, asked: string[]): ChatProvider => ({
  id,
  listModels: async () => [],
  streamChat: async ({ model }, _signal, take) => {
    asked.push(`${id}/${model}`)
    if (model === 'gone') throw new HttpError('provider_refused', 'No such model.')
    await take({ text: `<thought>Hm.</thought>\n"Title by \`${model}\`"` })
  },
})

async function titleWith(chosen: string | undefined, off?: string) {
  const asked: string[] = []
  const choices: Pick<ModelChoices, 'of' | 'applyTo' | 'findOff' | 'defaults'> = {
    of: () => undefined,
    applyTo: (models) => [...models],
    findOff: (id) => (id === off ? id : undefined),
    defaults: () => (chosen === undefined ? {} : { titles: chosen }),
  }
  const chat = [createProvider('own', asked), createProvider('quick', asked)]
  const catalogue = createCatalogue({ providers: fixedProviders({ chat }), choices })
  const id = newId()
  await store.db.insert(conversations).values({ id, title: 'Hello', modelId: 'own/large' })
  await store.db
    .insert(messages)
    .values({ id: newId(), conversationId: id, role: 'user', text: 'Why is the sky blue?' })
  const { title } = await createTitleFinder({ store, catalogue })(id, never)
  return { title, asked }
}

describe('findTitle', () => {
  it('asks the model that is set for titles', async () => {
    expect(await titleWith('quick/small')).toEqual({
      title: 'Title by small',
      asked: ['quick/small'],
    })
  })

  it('asks the chat’s own model if the title model refuses, is disabled or no longer exists', async () => {
    const own = 'Title by large'
    expect(await titleWith('quick/gone')).toEqual({
      title: own,
      asked: ['quick/gone', 'own/large'],
    })
    expect(await titleWith('quick/small', 'quick/small')).toEqual({
      title: own,
      asked: ['own/large'],
    })
    expect(await titleWith('deleted/small')).toEqual({ title: own, asked: ['own/large'] })
    expect(await titleWith(undefined)).toEqual({ title: own, asked: ['own/large'] })
  })

  it('asks another model if the chat’s own model has been disabled', async () => {
    expect(await titleWith(undefined, 'own/large')).toMatchObject({ title: 'Title by large' })
  })
})
