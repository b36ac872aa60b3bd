import { eq, ne } from 'drizzle-orm'
import {
  assistantProviderId,
  type Assistant,
  type AssistantFile,
  type PutAssistant,
} from '#contract/chat/assistants.ts'
import { HttpError } from '../../errors/http-error.ts'
import { asServer } from '../../store/owner-scope.ts'
import { refuseTooMany } from '../../store/refuse-too-many.ts'
import { assistants, folders } from '../../store/schema.ts'
import { storable, storedJson } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import {
  actorHere,
  countChats,
  listVisible,
  toAssistant,
  type AssistantRow,
  type AssistantSharing,
} from './assistant-rows.ts'
import { decodePictureUrl, toPictureDataUrl } from './assistant-picture.ts'

/** Maximum number of assistants of a person, who usually has a dozen. */
const ownMax = 500
const tooMany = `There are already ${ownMax} assistants. Delete some first.`

/** Manages the assistants of the current person. */
export type Assistants = {
  list: () => Promise<Assistant[]>
  /**
   * @throws {HttpError} `not_found` for another person's assistant, `bad_request` for a folder,
   * team or model that cannot be used, `conflict` for too many assistants.
   */
  put: (id: string, assistant: PutAssistant) => Promise<Assistant>
  remove: (id: string) => Promise<void>
  picture: (id: string) => Promise<Uint8Array>
  toFile: (id: string) => Promise<AssistantFile>
  listUsable: () => Promise<AssistantRow[]>
  /** @param name id of an assistant, or its name with hyphens, such as `print-coach`. */
  find: (name: string) => Promise<AssistantRow | undefined>
}

type Options = AssistantSharing & {
  store: Store
  changed?: () => void
}

export function createAssistants(options: Options): Assistants {
  const { store, teams, people, changed = () => {} } = options
  const { db } = store

  async function getShown(id: string): Promise<Assistant> {
    const [[row], chats] = await Promise.all([
      listVisible(store, { teams }, eq(assistants.id, id)),
      countChats(store),
    ])
    if (!row) throw gone()
    return toAssistant(row, { people, chats })
  }

  return {
    async list() {
      const [rows, chats] = await Promise.all([listVisible(store, { teams }), countChats(store)])
      return rows.map((row) => toAssistant(row, { people, chats }))
    },

    async put(id, wanted) {
      const others = ne(assistants.id, id)
      await refuseTooMany(store.db, assistants, { others, max: ownMax, message: tooMany })
      await checkReferences(options, wanted)
      const { picture } = wanted
      const set = {
        name: storable(wanted.name),
        description: storable(wanted.description),
        modelId: wanted.modelId ?? null,
        settings: storedJson(wanted.settings),
        starters: wanted.starters.map(storable),
        folderId: wanted.folderId ?? null,
        teamId: wanted.teamId ?? null,
        authorId: null,
        changedAt: new Date(),
        ...(picture !== undefined && {
          picture: picture === null ? null : decodePictureUrl(picture),
        }),
      }
      const [row] = await db
        .insert(assistants)
        .values({ id, ...set })
        .onConflictDoUpdate({ target: assistants.id, set })
        .returning({ id: assistants.id })
      if (!row) throw gone()
      changed()
      return getShown(id)
    },

    async remove(id) {
      const rows = await db
        .delete(assistants)
        .where(eq(assistants.id, id))
        .returning({ id: assistants.id })
      if (rows.length === 0) throw gone()
      changed()
    },

    async picture(id) {
      const [row] = await listVisible(store, { teams }, eq(assistants.id, id))
      if (!row?.hasPicture) throw gone()
      const [found] = await asServer(() =>
        db.select({ bytes: assistants.picture }).from(assistants).where(eq(assistants.id, id)),
      )
      if (!found?.bytes) throw gone()
      return found.bytes
    },

    async toFile(id) {
      const [row] = await db.select().from(assistants).where(eq(assistants.id, id))
      if (!row) throw gone()
      const { name, description, modelId, settings, starters } = await getShown(id)
      return {
        format: 'bozzetto-assistant',
        version: 1,
        name,
        description,
        ...(modelId !== undefined && { modelId }),
        settings,
        starters,
        ...(row.picture && { picture: toPictureDataUrl(row.picture) }),
      }
    },

    ...findAssistants(options),
  }
}

const findAssistants = ({
  store,
  teams,
}: Pick<Options, 'store' | 'teams'>): Pick<Assistants, 'listUsable' | 'find'> => {
  const listUsable = async () => (await listVisible(store, { teams })).filter(isUsable)
  return {
    listUsable,
    async find(name) {
      const usable = await listUsable()
      const wanted = toSlug(name)
      const named = usable.filter((row) => toSlug(row.name) === wanted)
      const own = named.find(({ ownerId }) => ownerId === actorHere())
      return usable.find(({ id }) => id === name) ?? own ?? named[0]
    },
  }
}

/** Instructions of a previous owner are unusable until the current owner saves them. */
const isUsable = ({ authorId, settings }: AssistantRow): boolean =>
  authorId === null || !settings.systemPrompt

const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

async function checkReferences(
  { store, teams }: Options,
  { folderId, teamId, modelId }: PutAssistant,
): Promise<void> {
  if (modelId?.startsWith(`${assistantProviderId}/`) === true) {
    throw new HttpError('bad_request', 'An assistant needs a model, not another assistant.')
  }
  if (teamId !== undefined && !teams.idsOf(actorHere()).includes(teamId)) {
    throw new HttpError('bad_request', 'You are not in this team. Choose one of your teams.')
  }
  if (folderId === undefined) return
  const [found] = await store.db
    .select({ id: folders.id })
    .from(folders)
    .where(eq(folders.id, folderId))
  if (!found) throw new HttpError('bad_request', 'This folder no longer exists. Choose another.')
}

const gone = () => new HttpError('not_found', 'This assistant no longer exists.')
