/** The JavaScript file behind a package's command. */
export function programOf(packageName: string, program: string): string
