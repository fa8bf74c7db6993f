/** Builds the web unless it is up to date; `node` is the path of Node 24. */
export function buildWeb(node: string): Promise<void>
