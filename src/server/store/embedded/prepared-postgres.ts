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

type Statement = {
  /**
   * Name of the prepared statement. Empty for the unnamed statement, which the next one replaces.
   */
  name: string
  parameterTypes: readonly number[]
  columns: Results['fields']
}

/** Maximum number of prepared statements. Each takes about 30 KB of Postgres's memory. */
const keptMax = 128
/**
 * Maximum number of remembered texts that ran once. A text is prepared when it runs for the second
 * time.
 */
const seenMax = 1024

/** Commands after which prepared statements remain valid. */
const keeping = new Set(
  `SELECT INSERT UPDATE DELETE MERGE COPY EXPLAIN SHOW SET RESET BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE
  LISTEN UNLISTEN NOTIFY CHECKPOINT VACUUM ANALYZE`.split(/\s+/),
)

/**
 * A PGlite that takes half the time per statement. PGlite sends protocol messages separately,
 * parses every text again, and copies a table of several hundred types for each result. This class
 * sends messages together and prepares repeated texts.
 * Statements are still planned for each run, because a plan for a small table would be slow once
 * the table is large.
 */
export class PreparedPostgres extends PGlite {
  /** Prepared statements by text, the most recently used last. */
  readonly #kept = new Map<string, Statement>()
  readonly #seen = new Set<string>()
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
      // Prepared statements may be invalid now, because the rollback may have undone schema
      // changes.
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
      // For a closed transaction, `tx.query` throws the right error.
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
      // Adds the fields that PGlite adds. The log omits them, because they may contain people's
      // text.
      if (error instanceof messages.DatabaseError) {
        Object.assign(error, { query: text, params: parameters })
      }
      throw error
    }
  }

  /** Runs `work` and forgets the prepared statements if they may have become invalid. */
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

  /** Sends messages together. If one of them fails, Postgres skips the others. */
  #send(parts: readonly Uint8Array[], options: QueryOptions): Promise<Message[]> {
    return this.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), {
      syncToFs: false,
      ...(options.onNotice && { onNotice: options.onNotice }),
    })
  }
}
