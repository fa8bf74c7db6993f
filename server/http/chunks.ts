/** Which built files a screen needs, from Vite's manifest. */

interface ManifestChunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

export interface ChunkMap {
  /** Addresses of a screen's scripts and styles beyond those that every page loads. */
  filesOf(sourceFile: string): readonly string[]
}

/** Reads the manifest's text; without one, nothing is known and nothing is preloaded. */
export function createChunkMap(manifestText: string | null): ChunkMap {
  const manifest = (manifestText === null ? {} : JSON.parse(manifestText)) as Record<string, ManifestChunk> // written by our own build
  const filesFrom = (name: string, seen: Set<string>, files: Set<string>): Set<string> => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return files
    seen.add(name)
    files.add(`/${chunk.file}`)
    for (const style of chunk.css ?? []) files.add(`/${style}`)
    for (const imported of chunk.imports ?? []) filesFrom(imported, seen, files)
    return files
  }
  const everywhere = new Set<string>()
  for (const [name, chunk] of Object.entries(manifest)) {
    if (chunk.isEntry) filesFrom(name, new Set(), everywhere)
  }
  return {
    filesOf: (sourceFile) => [...filesFrom(sourceFile, new Set(), new Set())].filter((file) => !everywhere.has(file)),
  }
}
