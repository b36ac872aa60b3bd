import { describe, expect, it, vi } from 'vitest'
import { memoryOutboxStorage } from '#api/http/outbox.fixture.ts'
import type { StartRun } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { idOfWaiting } from './outbox-storage.ts'
import { createQuestionOutbox } from './outbox.ts'

function setUp(storage = memoryOutboxStorage(idOfWaiting), tabId?: string) {
  const closed = new Map<string, () => void>()
  const busy = new Set<string>()
  const world = {
    sent: [] as StartRun[],
    isOnlineNow: true,
    send: (_conversationId: string, request: StartRun) => {
      world.sent.push(request)
    },
    stop: vi.fn<(conversationId: string) => void>(),
    isBusy: (conversationId: string) => busy.has(conversationId),
    prepare: vi.fn<(conversationId: string) => Promise<void>>(() => Promise.resolve()),
    isOnline: () => world.isOnlineNow,
    now: () => 1,
    later: () => {},
    tabId,
    waitForTabEnd: (id: string) => new Promise<void>((resolve) => void closed.set(id, resolve)),
  }
  return { world, busy, closed, storage, outbox: createQuestionOutbox(world, storage) }
}

const talk = newId()
const ask = (text: string, parentId?: string): StartRun => ({
  runId: newId(),
  answerId: newId(),
  modelId: 'a/b',
  question: { id: newId(), text },
  ...(parentId === undefined ? {} : { parentId }),
})
const texts = (requests: readonly { question?: { text: string } | undefined }[]) =>
  requests.map(({ question }) => question?.text)
const waiting = (outbox: ReturnType<typeof createQuestionOutbox>) =>
  texts(outbox.of(talk).map(({ request }) => request))

describe('createQuestionOutbox', () => {
  it('sends a question at once and removes it when the server has it', () => {
    const { outbox, world, storage } = setUp()
    const request = ask('one')
    outbox.add(talk, request)
    expect(world.sent).toEqual([request])
    expect(storage.kept.size).toBe(1)
    outbox.arrived(request.runId)
    expect(storage.kept.size).toBe(0)
  })

  it('sends queued questions one at a time, each after the previous answer', () => {
    const { outbox, world, busy } = setUp()
    busy.add(talk)
    const [first, second] = [ask('one', 'before'), ask('two', 'before')]
    outbox.add(talk, first)
    outbox.add(talk, second)
    expect(world.sent).toEqual([])
    busy.clear()
    outbox.ended(talk, 'r0', 'well')
    expect(texts(world.sent)).toEqual(['one'])
    outbox.arrived(first.runId)
    outbox.ended(talk, first.runId, 'well')
    expect(texts(world.sent)).toEqual(['one', 'two'])
    expect(world.sent.map(({ parentId }) => parentId)).toEqual(['before', first.answerId])
  })

  it('keeps questions while offline and across a reload, and sends each once when online again', async () => {
    const { outbox, world, storage } = setUp()
    world.isOnlineNow = false
    outbox.add(talk, ask('kept'))
    expect(world.sent).toEqual([])

    const after = setUp(storage)
    after.outbox.pump()
    after.outbox.pump()
    await vi.waitFor(() => expect(texts(after.world.sent)).toEqual(['kept']))
    after.outbox.pump()
    expect(after.world.sent).toHaveLength(1)
  })

  it('checks after a reload whether an answer is running before it sends', async () => {
    const { outbox, busy, storage } = setUp()
    busy.add(talk)
    outbox.add(talk, ask('next'))
    const after = setUp(storage)
    after.world.prepare.mockImplementation(() => {
      after.busy.add(talk)
      return Promise.resolve()
    })
    after.outbox.pump()
    await Promise.resolve()
    expect(after.world.prepare).toHaveBeenCalledWith(talk)
    expect(after.world.sent).toEqual([])
    after.busy.clear()
    after.outbox.ended(talk, 'other', 'well')
    expect(texts(after.world.sent)).toEqual(['next'])
  })

  it('waits for the user’s confirmation if the previous answer fails', () => {
    const { outbox, world, busy } = setUp()
    busy.add(talk)
    const request = ask('next')
    outbox.add(talk, request)
    busy.clear()
    outbox.ended(talk, 'r0', 'badly')
    expect(world.sent).toEqual([])
    expect(outbox.of(talk)[0]?.isHeld).toBe(true)
    outbox.sendNow(request.runId)
    expect(texts(world.sent)).toEqual(['next'])
  })

  it('sends the chosen question after its answer stops, even if another conversation’s answer ends first', () => {
    const { outbox, world, busy } = setUp()
    busy.add(talk)
    const request = ask('now')
    outbox.add(talk, request)
    outbox.sendNow(request.runId)
    outbox.ended(newId(), 'r0', 'well')
    busy.clear()
    outbox.ended(talk, 'r1', 'badly')
    expect(texts(world.sent)).toEqual(['now'])
  })

  it('sends a new question before unconfirmed questions, which then follow its answer', () => {
    const { outbox, world, busy } = setUp()
    busy.add(talk)
    const held = ask('held', 'stopped')
    outbox.add(talk, held)
    busy.clear()
    outbox.ended(talk, 'r0', 'badly')
    const [next, last] = [ask('next', 'stopped'), ask('last', 'stopped')]
    outbox.add(talk, next)
    expect(texts(world.sent)).toEqual(['next'])
    busy.add(talk)
    outbox.add(talk, last)
    expect(waiting(outbox)).toEqual(['next', 'last', 'held'])
    expect(outbox.of(talk).map(({ request }) => request.parentId)).toEqual([
      'stopped',
      next.answerId,
      last.answerId,
    ])
    outbox.arrived(next.runId)
    busy.clear()
    outbox.ended(talk, next.runId, 'well')
    expect(texts(world.sent)).toEqual(['next', 'last'])
    expect(outbox.of(talk).at(-1)?.isHeld).toBe(true)
  })

  it('requests the state of an answer that could not be read completely, then continues', async () => {
    const { outbox, world, busy } = setUp()
    busy.add(talk)
    outbox.add(talk, ask('next'))
    busy.clear()
    world.isOnlineNow = false
    outbox.ended(talk, 'r0', 'unseen')
    expect(outbox.of(talk)[0]?.isHeld).toBe(false)
    expect(world.sent).toEqual([])
    world.isOnlineNow = true
    outbox.pump()
    expect(world.prepare).toHaveBeenCalledWith(talk)
    await vi.waitFor(() => expect(texts(world.sent)).toEqual(['next']))
  })

  it('stops the running answer to send a selected question before the others', () => {
    const { outbox, world, busy } = setUp()
    busy.add(talk)
    const [one, two, three] = [ask('one', 'base'), ask('two'), ask('three')]
    for (const request of [one, two, three]) outbox.add(talk, request)
    outbox.sendNow(two.runId)
    expect(world.stop).toHaveBeenCalledWith(talk)
    busy.clear()
    outbox.ended(talk, 'r0', 'badly')
    expect(texts(world.sent)).toEqual(['two'])
    expect(world.sent[0]?.parentId).toBe('base')
    expect(waiting(outbox)).toEqual(['two', 'one', 'three'])
    expect(outbox.of(talk)[1]?.request.parentId).toBe(two.answerId)
  })

  it('allows changes and deletion of queued questions and links the remaining ones to each other', () => {
    const { outbox, busy, storage } = setUp()
    busy.add(talk)
    const [one, two, three] = [ask('one', 'base'), ask('two'), ask('three')]
    for (const request of [one, two, three]) outbox.add(talk, request)
    outbox.edit(three.runId, 'third')
    outbox.remove(two.runId)
    expect(waiting(outbox)).toEqual(['one', 'third'])
    expect(outbox.of(talk)[1]?.request.parentId).toBe(one.answerId)
    expect(storage.read().map(({ request }) => request.question?.text)).toEqual(['one', 'third'])
  })

  it('keeps a question to several models as one while offline, and sends it to each once', () => {
    const { outbox, world, busy, storage } = setUp()
    world.isOnlineNow = false
    const question = { id: newId(), text: 'both' }
    const [a, b] = [
      { ...ask('both', 'base'), modelId: 'a', question },
      { ...ask('both', 'base'), modelId: 'b', question },
    ]
    outbox.add(talk, a, b)
    outbox.add(talk, ask('then', 'base'))
    outbox.edit(b.runId, 'both, reworded')
    expect(storage.read().map(({ request }) => request.parentId)).toEqual([
      'base',
      'base',
      a.answerId,
    ])

    world.isOnlineNow = true
    outbox.pump()
    expect(world.sent.map(({ modelId }) => modelId)).toEqual(['a', 'b'])
    expect(texts(world.sent)).toEqual(['both, reworded', 'both, reworded'])
    busy.add(talk)
    outbox.arrived(a.runId)
    outbox.pump()
    outbox.arrived(b.runId)
    outbox.ended(talk, a.runId, 'well')
    expect(world.sent).toHaveLength(2)
    busy.clear()
    outbox.ended(talk, b.runId, 'well')
    expect(texts(world.sent).at(-1)).toBe('then')
  })

  it('removes a question to several models at once', () => {
    const { outbox, world, storage } = setUp()
    world.isOnlineNow = false
    const question = { id: newId(), text: 'both' }
    const [a, b] = [
      { ...ask('both'), question },
      { ...ask('both'), question },
    ]
    outbox.add(talk, a, b)
    outbox.remove(a.runId)
    expect(storage.read()).toEqual([])
  })

  it('leaves questions to the tab in which they were asked, until the tab is closed', async () => {
    const storage = memoryOutboxStorage(idOfWaiting)
    const one = setUp(storage, 'one')
    const two = setUp(storage, 'two')
    two.outbox.followOtherTabs()
    one.world.isOnlineNow = false
    one.outbox.add(talk, ask('left'))
    storage.notifyTabs()
    two.outbox.add(talk, ask('added by the other tab'))
    two.outbox.pump()
    expect(two.world.sent).toEqual([])

    two.closed.get('one')?.()
    await vi.waitFor(() => expect(texts(two.world.sent)).toEqual(['left']))
    expect(two.world.prepare).toHaveBeenCalledWith(talk)
    expect(storage.read().map(({ tabId }) => tabId)).toEqual(['two', 'two'])
  })

  it('does not send what a third tab has taken over from a closed tab', async () => {
    const storage = memoryOutboxStorage(idOfWaiting)
    const tabs = ['one', 'two', 'three'].map((id) => setUp(storage, id))
    const [one, two, three] = tabs
    one!.world.isOnlineNow = false
    one!.outbox.add(talk, ask('left'))
    for (const tab of [two, three]) {
      tab!.outbox.followOtherTabs()
    }
    storage.notifyTabs()
    two!.closed.get('one')?.()
    await vi.waitFor(() => expect(two!.world.sent).toHaveLength(1))
    three!.closed.get('one')?.()
    await vi.waitFor(() => expect(three!.closed.has('two')).toBe(true))
    expect(three!.world.sent).toEqual([])
  })
})
