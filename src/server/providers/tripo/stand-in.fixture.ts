import { asString } from '#lib/fields.ts'
import {
  refuseGeneration,
  refuseStep,
  stepRules,
  type StandInRefusal,
} from './stand-in-rules.fixture.ts'

type Body = Readonly<Record<string, unknown>>

export type StandInCall = {
  method: string
  path: string
  query: string
  authorization: string | undefined
  body: unknown
}
export type TripoAnswer = { status: number; json?: unknown; bytes?: Uint8Array }

type StandInTask = {
  type: string
  key: string
  body: Body
  price: number
  looks: number
  link: number
}

const statuses: Readonly<Record<number, number>> = {
  1002: 401,
  1005: 403,
  1007: 429,
  2000: 429,
  2001: 404,
  2010: 403,
  2019: 404,
}

const generationTypes: Readonly<Record<string, string>> = {
  '/generation/image-to-model': 'image_to_model',
  '/generation/multiview-to-model': 'multiview_to_model',
  '/generation/text-to-model': 'text_to_model',
}

/**
 * Fake of Tripo's v3 API: response format, error codes, expiring links, and tasks that only their
 * own key can read. The first poll finds a task waiting, the second running, the third done.
 */
export class TripoStandIn {
  readonly orders: { path: string; body: Body }[] = []
  readonly #tasks = new Map<string, StandInTask>()
  readonly #files = new Map<string, { key: string; isModel: boolean }>()
  readonly #options: { origin: string; keys: readonly string[]; glb: Uint8Array; looks?: number }
  balance = 250
  isRiggable = true
  /** True if refusals have the status 200, as Tripo sometimes sends them. */
  hidesStatus = false

  constructor(options: {
    origin: string
    keys: readonly string[]
    glb: Uint8Array
    looks?: number
  }) {
    this.#options = options
  }

  answer(call: StandInCall): TripoAnswer {
    const { method, path, authorization } = call
    if (path.startsWith('/files/') || path.startsWith('/storage/')) return this.#plain(call)
    if (!path.startsWith('/v3/')) return { status: 404 }
    const key = authorization?.replace(/^Bearer /, '') ?? ''
    if (!this.#options.keys.includes(key)) return this.#refuse(1002, 'Authentication failed')
    const at = path.slice('/v3'.length)
    if (method === 'GET' && at === '/account/balance') {
      return data({ balance: this.balance, frozen: 0 })
    }
    if (method === 'GET' && at.startsWith('/tasks/')) return this.#look(at.slice(7), key)
    if (method !== 'POST') return { status: 405 }
    if (at === '/files') return this.#upload(asString(call.body), key)
    const body = (call.body ?? {}) as Body
    if (at === '/files/presign') return this.#presign(body, key)
    if (at === '/tasks/list') return this.#list(body, key)
    return this.#order(at, body, key)
  }

  #refuse(code: number, message: string): TripoAnswer {
    const json = { code, message, suggestion: 'See the documents' }
    return { status: this.hidesStatus ? 200 : (statuses[code] ?? 400), json }
  }

  #upload(form: string, key: string): TripoAnswer {
    const [, type = '', content = ''] =
      /content-type: ([\w./+-]+)\r\n\r\n([^]*?)\r\n--/i.exec(form) ?? []
    if (content === '') return this.#refuse(2003, 'The input file is empty')
    const isModel = type.startsWith('model/') || type === 'application/x-fbx'
    if (!isModel && !/^image\/(?:png|jpeg|webp)$/.test(type)) {
      return this.#refuse(2004, 'Unsupported file type')
    }
    return data({ file_token: this.#keepFile(key, isModel) })
  }

  #presign({ format }: Body, key: string): TripoAnswer {
    if (typeof format !== 'string' || format.startsWith('.')) return this.#refuse(1004, 'format')
    const token = this.#keepFile(key, true)
    const presigned_url = `${this.#options.origin}/storage/${token}?signature=1`
    return data({ presigned_url, file_token: token, expires_in: 1800 })
  }

  #keepFile(key: string, isModel: boolean): string {
    const token = `token-${this.#files.size + 1}`
    this.#files.set(token, { key, isModel })
    return token
  }

  #plain({ method, path, query, authorization }: StandInCall): TripoAnswer {
    if (authorization !== undefined) return { status: 400 }
    if (method === 'PUT' && path.startsWith('/storage/')) return { status: 200 }
    const [, id = ''] = /^\/files\/([\w-]+)\/model\.\w+$/.exec(path) ?? []
    const task = this.#tasks.get(id)
    if (!task || query !== `link=${task.link}`) return { status: 403 }
    const isFbx = task.body['quad'] === true || task.body['format'] === 'FBX'
    return { status: 200, bytes: isFbx ? fbx : this.#options.glb }
  }

  #order(at: string, body: Body, key: string): TripoAnswer {
    const step = stepRules[at]
    const type = step?.type ?? generationTypes[at]
    if (type === undefined) return this.#refuse(2016, 'Unknown task')
    const wrong = this.#refuseInput(at, body, key) ?? this.#refuseBody(at, body)
    if (wrong) return this.#refuse(wrong.code, wrong.message)
    const price = step?.price ?? 30
    if (price > this.balance) return this.#refuse(2010, 'You need more credits')
    this.balance -= price
    this.orders.push({ path: at, body })
    const id = `up-${this.#tasks.size + 1}`
    this.#tasks.set(id, { type, key, body, price, looks: 0, link: 0 })
    return data({ task_id: id })
  }

  #refuseBody(at: string, body: Body): StandInRefusal | undefined {
    return stepRules[at] ? refuseStep(at, body) : refuseGeneration(body)
  }

  #refuseInput(at: string, body: Body, key: string): StandInRefusal | undefined {
    if (at === '/generation/text-to-model') {
      const { prompt } = body
      if (typeof prompt !== 'string' || prompt === '') return { code: 1003, message: 'prompt' }
      return /\p{Extended_Pictographic}/u.test(prompt)
        ? { code: 2009, message: 'emoji' }
        : undefined
    }
    if (at === '/generation/multiview-to-model') {
      const views = Array.isArray(body['inputs']) ? (body['inputs'] as Body[]) : []
      const isFrontThere = views.some((view) => view['front'] !== undefined)
      if (!isFrontThere || views.length < 2) return { code: 1004, message: 'inputs' }
      const missing = views
        .flatMap((view) => Object.values(view))
        .find((one) => !this.#knows(one, key))
      return missing === undefined ? undefined : { code: 2019, message: 'File not found' }
    }
    const { input } = body
    if (typeof input !== 'string') return { code: 1003, message: 'input must be a string' }
    const task = this.#tasks.get(input)
    const needed = { '/mesh/complete': 'mesh_segmentation', '/animations/retarget': 'animate_rig' }[
      at
    ]
    if (needed !== undefined && task?.type !== needed)
      return { code: 2001, message: 'Task not found' }
    return this.#knows(input, key) ? undefined : { code: 2001, message: 'Task not found' }
  }

  #knows(input: unknown, key: string): boolean {
    const known = this.#tasks.get(String(input)) ?? this.#files.get(String(input))
    return known?.key === key || String(input).startsWith('https://')
  }

  #look(id: string, key: string): TripoAnswer {
    const task = this.#tasks.get(id)
    if (!task || task.key !== key) return this.#refuse(2001, 'Task not found')
    task.looks++
    return data(this.#view(id, task))
  }

  #list({ task_ids }: Body, key: string): TripoAnswer {
    const ids = Array.isArray(task_ids) ? task_ids.map(String) : []
    const own = [...this.#tasks].filter(([id, task]) => ids.includes(id) && task.key === key)
    const tasks = Object.fromEntries(own.map(([id, task]) => [id, this.#view(id, task)]))
    return data({ tasks, missed: ids.filter((id) => !Object.hasOwn(tasks, id)) })
  }

  #view(id: string, task: StandInTask): object {
    const { type, body, price, looks } = task
    const { origin, looks: looksMax = 3 } = this.#options
    const about = { task_id: id, type, input: body, created_at: '2026-11-27T10:00:00Z' }
    if (looks < looksMax - 1) {
      return { ...about, status: 'queued', progress: 0, queuing_num: 4, running_left_time: -1 }
    }
    if (looks < looksMax) return { ...about, status: 'running', progress: 40, queuing_num: -1 }
    task.link++
    const ending = body['quad'] === true || body['format'] === 'FBX' ? 'fbx' : 'glb'
    const url = `${origin}/files/${id}/model.${ending}?link=${task.link}`
    return {
      ...about,
      status: 'success',
      progress: 100,
      output: {
        ...(type === 'animate_prerigcheck'
          ? { riggable: this.isRiggable, rig_type: 'biped' }
          : type === 'mesh_segmentation'
            ? { seg_model_url: url }
            : { model_url: url }),
        rendered_image_url: `${origin}/files/preview.webp`,
        generated_image_url: `${origin}/files/reference.webp`,
      },
      credits_consumed: price.toFixed(2),
    }
  }
}

const data = (value: object): TripoAnswer => ({ status: 200, json: { code: 0, data: value } })

const fbx = Buffer.from('Kaydara FBX Binary  \u0000\u001a\u0000', 'latin1')
