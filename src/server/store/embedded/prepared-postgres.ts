/* oxlint-disable no-underscore-dangle -- PGlite's names of what its own `query` does. */
import {
  parse,
  PGlite,
  protocol,
  type PGliteOptions,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite'

const { serialize, messages } = protocol

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

/** A statement that Postgres has read. */
type Statement = {
  /** Empty: the one that was read last. */
  name: string
  parameterTypes: readonly number[]
  /** Of its rows. */
  columns: Results['fields']
}

/** Statements that Postgres keeps: each takes some 30 KB of its memory. */
const keptMax = 128
/** Texts that were asked once; those that come again are kept. */
const seenMax = 1024

/** Commands after which kept statements still fit. */
const keeping = new Set(
  `SELECT INSERT UPDATE DELETE MERGE COPY EXPLAIN SHOW SET RESET BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE
  LISTEN UNLISTEN NOTIFY CHECKPOINT VACUUM ANALYZE`.split(/\s+/),
)

/**
 * PGlite that takes half the time for a statement. PGlite sends the messages of the protocol one by one, has
 * each text parsed anew, and copies a table of several hundred types for each result. Here messages go together,
 * and a text that comes again is a prepared statement.
 *
 * It is still planned for each run: a plan from when a table was small would stay when it is large.
 */
export class PreparedPostgres extends PGlite {
  /** By their texts, the one that was asked last at the end. */
  readonly #kept = new Map<string, Statement>()
  readonly #seen = new Set<string>()
  /** Of statements that Postgres need not keep any more. */
  #dropped: string[] = []
  #named = 0

  constructor({ startParams = PGlite.defaultStartParams, ...options }: PGliteOptions) {
    super({ ...options, startParams: [...startParams, '-c', 'plan_cache_mode=force_custom_plan'] })
  }

  override async query<T>(
    text: string,
    parameters?: unknown[],
    options?: QueryOptions,
  ): Promise<Results<T>> {
    await this._checkReady()
    return this._runExclusiveTransaction(() => this.#ask<T>(text, parameters, options))
  }

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await super.transaction((tx) => work(this.#prepared(tx)))
    } catch (error) {
      // Tables that it changed are as they were.
      this.#forget()
      throw error
    }
  }

  override async exec(...given: Parameters<PGlite['exec']>): Promise<Results[]> {
    return this.#watch(() => super.exec(...given))
  }

  #prepared(tx: Transaction): Transaction {
    const prepared = Object.create(tx) as Transaction
    prepared.exec = (...given) => this.#watch(() => tx.exec(...given))
    prepared.query = <T>(text: string, parameters?: unknown[], options?: QueryOptions) =>
      // Of a closed one it throws.
      tx.closed ? tx.query<T>(text, parameters, options) : this.#ask<T>(text, parameters, options)
    return prepared
  }

  async #ask<T>(
    text: string,
    parameters: unknown[] = [],
    options: QueryOptions = {},
  ): Promise<Results<T>> {
    try {
      const [results] = await this.#watch(() =>
        this._runExclusiveQuery(async () => [await this.#run(text, parameters, options)]),
      )
      return results as Results<T>
    } catch (error) {
      // As PGlite has them; the log leaves out what such an error says, which may be what people wrote.
      if (error instanceof messages.DatabaseError) {
        Object.assign(error, { query: text, params: parameters })
      }
      throw error
    }
  }

  /** Forgets statements that may not fit any more. */
  async #watch(work: () => Promise<Results[]>): Promise<Results[]> {
    let fit = false
    try {
      const results = await work()
      fit = results.every(({ command }) => command === undefined || keeping.has(command))
      return results
    } finally {
      if (!fit) this.#forget()
    }
  }

  async #run(text: string, parameters: unknown[], options: QueryOptions): Promise<Results> {
    const statement = this.#kept.get(text) ?? (await this.#read(text, options))
    if (statement.name !== '') {
      this.#kept.delete(text)
      this.#kept.set(text, statement)
    }
    const values = parameters.map((value, at) =>
      this.#written(value, statement.parameterTypes[at] ?? 0, options),
    )
    const said = await this.#send(
      [serialize.bind({ statement: statement.name, values }), serialize.execute({})],
      options,
    )
    return this.#resultsOf(said, statement, options)
  }

  async #read(text: string, options: QueryOptions): Promise<Statement> {
    const isKept = this.#seen.delete(text) && !options.paramTypes
    const name = isKept ? `kept ${++this.#named}` : ''
    const closings = this.#dropped.splice(0).map((one) => serialize.close({ type: 'S', name: one }))
    const said = await this.#send(
      [
        ...closings,
        serialize.parse({ name, text, ...(options.paramTypes && { types: options.paramTypes }) }),
        serialize.describe({ type: 'S', name }),
      ],
      options,
    )
    const description = said.find((one) => one instanceof messages.RowDescriptionMessage)
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(said),
      columns: (description?.fields ?? []).map((column) => ({
        name: column.name,
        dataTypeID: column.dataTypeID,
      })),
    }
    if (isKept) this.#keep(text, statement)
    else if (this.#seen.add(text).size > seenMax) this.#seen.clear()
    return statement
  }

  #keep(text: string, statement: Statement): void {
    this.#kept.set(text, statement)
    for (const [oldest, { name }] of this.#kept) {
      if (this.#kept.size <= keptMax) return
      this.#kept.delete(oldest)
      this.#dropped.push(name)
    }
  }

  #forget(): void {
    for (const { name } of this.#kept.values()) this.#dropped.push(name)
    this.#kept.clear()
  }

  #written(value: unknown, type: number, options: QueryOptions): string | null {
    if (value === null || value === undefined) return null
    const write = options.serializers?.[type] ?? this.serializers[type]
    return write ? write(value) : (value as { toString(): string }).toString()
  }

  #resultsOf(
    said: readonly Message[],
    { columns }: Statement,
    { parsers, rowMode }: QueryOptions,
  ): Results {
    const readers = columns.map(
      ({ dataTypeID }) => parsers?.[dataTypeID] ?? this.parsers[dataTypeID],
    )
    const valuesOf = ({ fields }: { fields: (string | null)[] }) =>
      fields.map((field, at) => {
        const read = readers[at]
        return field === null || !read ? field : read(field, columns[at]?.dataTypeID)
      })
    const rows = said
      .filter((one) => one instanceof messages.DataRowMessage)
      .map((row) => {
        const values = valuesOf(row)
        if (rowMode === 'array') return values
        return Object.fromEntries(columns.map(({ name }, at) => [name, values[at]]))
      })
    const tag = said.find((one) => one instanceof messages.CommandCompleteMessage)?.text ?? ''
    const [command = ''] = tag.split(' ')
    const count = Number.parseInt(tag.slice(tag.lastIndexOf(' ') + 1), 10)
    const isChange = ['INSERT', 'UPDATE', 'DELETE', 'COPY', 'MERGE'].includes(command)
    return {
      rows: rows as Results['rows'],
      fields: columns,
      affectedRows: isChange ? count : 0,
      ...(command !== '' && { command }),
      ...(!Number.isNaN(count) && { rowCount: count }),
    }
  }

  /** One step, which Postgres ends by itself where one of its messages fails. */
  #send(parts: readonly Uint8Array[], options: QueryOptions): Promise<Message[]> {
    return this.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), {
      syncToFs: false,
      ...(options.onNotice && { onNotice: options.onNotice }),
    })
  }
}
