interface Command {
  readonly file: string
  readonly does: string
  readonly takes?: string
  readonly options?: Readonly<Record<string, string>>
}
export declare const COMMANDS: Readonly<Record<string, Command>>
