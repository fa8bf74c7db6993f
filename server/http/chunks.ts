/** Which built files a screen needs, from Vite's manifest. */

interface ManifestChunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** A file of the built web. */
export interface ChunkFile {
  readonly address: string
  /** A part that several screens share: it may run as soon as it is there, because only what a screen does with it counts. */
  readonly isShared: boolean
}

export interface ChunkMap {
  /** A screen's scripts and styles beyond those that every page loads. */
  filesOf(sourceFile: string): readonly ChunkFile[]
}

/** Reads the manifest's text; without one, nothing is known and nothing is preloaded. */
export function createChunkMap(manifestText: string | null): ChunkMap {
  const manifest = (manifestText === null ? {} : JSON.parse(manifestText)) as Record<string, ManifestChunk> // written by our own build
  const filesFrom = (name: string, seen: Set<string>, files: Map<string, ChunkFile>): Map<string, ChunkFile> => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return files
    seen.add(name)
    // Vite calls a screen's chunk by its source file, and a shared one by its own name after a `_`.
    const isShared = name.startsWith('_')
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.set(file, { address: `/${file}`, isShared })
    for (const imported of chunk.imports ?? []) filesFrom(imported, seen, files)
    return files
  }
  const everywhere = new Map<string, ChunkFile>()
  for (const [name, chunk] of Object.entries(manifest)) {
    if (chunk.isEntry) filesFrom(name, new Set(), everywhere)
  }
  return {
    filesOf: (sourceFile) =>
      [...filesFrom(sourceFile, new Set(), new Map())].flatMap(([file, chunk]) =>
        everywhere.has(file) ? [] : [chunk],
      ),
  }
}
