import { Buffer } from 'node:buffer'
import path from 'node:path'
import { growsByZeros, type WriteOrder } from './write-order.ts'

type Node = { name: string; mode: number; parent: Node }
type Stream = { node: Node; nfd: number }
type Attributes = { mode?: number; size?: number }

/** Emscripten's file system NODEFS, whose file operations all call these functions. */
export type NodeFiles = {
  realPath: (node: Node) => string
  tryFSOperation: <T>(work: () => T) => T
  node_ops: {
    mknod: (folder: Node, name: string, mode: number, device: number) => Node
    rename: (node: Node, folder: Node, name: string) => void
    unlink: (folder: Node, name: string) => void
    rmdir: (folder: Node, name: string) => void
    setattr: (node: Node, attributes: Attributes) => void
  }
  stream_ops: {
    write: (
      stream: Stream,
      memory: Int8Array | Uint8Array,
      offset: number,
      length: number,
      position: number,
    ) => number
    setattr: (stream: Stream, attributes: Attributes) => void
    fsync?: (stream: Stream) => number
  }
}

/** Matches files that Postgres recreates after a crash, so they need no sync. */
const passing = /\/(?:postmaster\.pid|pgsql_tmp[^/]*|pg_internal\.init[^/]*)(?:\/|$)/
const isPassing = (place: string) => passing.test(place)
const ownerOnly = ~0o077

/**
 * Restricts the files of an embedded Postgres to the owner of the process, and lets `order` decide
 * when files are synced.
 * @param options.pathOf returns the path of a node as Postgres sees it.
 */
export function guardFiles(
  files: NodeFiles,
  { order, pathOf }: { order: WriteOrder; pathOf: (node: never) => string },
): void {
  const inPostgres = pathOf as (node: Node) => string
  const { node_ops: nodes, stream_ops: streams, realPath, tryFSOperation } = files
  const realNodes = { ...nodes }
  const realStreams = { ...streams }
  const isLog = (node: Node) => /\/pg_wal(?:\/|$)/.test(inPostgres(node))
  const waitForLog = () => {
    if (order.isLogDue) tryFSOperation(() => order.beforeChange())
  }
  const noteCut = (node: Node) => {
    if (!isLog(node)) waitForLog()
    order.noteChange(realPath(node))
  }
  const noteName = (folder: Node) => order.noteChange(realPath(folder))

  nodes.mknod = (folder, name, mode, device) => {
    const node = realNodes.mknod(folder, name, mode & ownerOnly, device)
    if (!isPassing(inPostgres(node))) {
      order.noteChange(realPath(node))
      noteName(folder)
    }
    return node
  }
  nodes.rename = (node, folder, name) => {
    const [from, to] = [realPath(node), path.join(realPath(folder), name)]
    if (isPassing(inPostgres(node))) return realNodes.rename(node, folder, name)
    if (!isLog(node)) {
      waitForLog()
      tryFSOperation(() => order.syncNow(from))
    }
    realNodes.rename(node, folder, name)
    order.noteRename(from, to)
  }
  nodes.unlink = (folder, name) => {
    if (isPassing(`${inPostgres(folder)}/${name}`)) return realNodes.unlink(folder, name)
    if (order.holdDeletion(path.join(realPath(folder), name))) return
    if (!isLog(folder)) waitForLog()
    realNodes.unlink(folder, name)
    noteName(folder)
  }
  nodes.rmdir = (folder, name) => {
    waitForLog()
    realNodes.rmdir(folder, name)
    noteName(folder)
  }
  nodes.setattr = (node, attributes) => {
    if (attributes.size !== undefined) noteCut(node)
    realNodes.setattr(node, forOwner(attributes))
  }
  streams.setattr = (stream, attributes) => {
    if (attributes.size !== undefined) noteCut(stream.node)
    realStreams.setattr(stream, forOwner(attributes))
  }

  streams.write = (stream, memory, offset, length, position) => {
    const { node, nfd } = stream
    const place = inPostgres(node)
    if (!isPassing(place)) {
      const bytes = Buffer.from(memory.buffer, memory.byteOffset + offset, length)
      const file = realPath(node)
      if (place.endsWith('/global/pg_control') && order.holdRecord(file, bytes)) return length
      if (isLog(node)) order.logBytes += length
      else if (order.isLogDue && !growsByZeros(nfd, { bytes, position })) waitForLog()
      order.noteChange(file)
    }
    return realStreams.write(stream, memory, offset, length, position)
  }
  streams.fsync = ({ node }) => {
    const file = realPath(node)
    if (isLog(node)) order.putOff(file)
    else if (!isPassing(inPostgres(node))) tryFSOperation(() => order.sync(file))
    return 0
  }
}

const forOwner = (attributes: Attributes): Attributes =>
  attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ownerOnly }
