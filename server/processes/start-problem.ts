/** Why the program cannot start; the message is in Spanish and fit to print as it is. */
export class StartProblem extends Error {}

/**
 * The problem that a thrown value amounts to, when it is one that the operator can solve. Of our own address alone: a call
 * to somewhere else fails with the same codes, and says nothing about `PORT` and `HOST`.
 */
export function asStartProblem(error: unknown, { port, host }: { port: number; host: string }): StartProblem | null {
  if (error instanceof StartProblem) return error
  if (!(error instanceof Error) || !('code' in error && 'syscall' in error)) return null
  const { code, syscall } = error
  const isOurs = syscall === 'listen' || syscall === 'bind' || ('hostname' in error && error.hostname === host)
  if (!isOurs) return null
  if (code === 'EADDRINUSE') {
    return new StartProblem(
      `El puerto ${port} ya está en uso. Cerrá el otro programa, o elegí otro puerto: PORT=${port + 1} npm start`,
    )
  }
  if (code === 'ENOTSUP')
    return new StartProblem('Este sistema no deja que varios procesos compartan un puerto: usá WEB_PROCESSES=1.')
  if (code === 'EACCES')
    return new StartProblem(`No hay permiso para usar el puerto ${port}. Elegí uno mayor que 1023 con PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartProblem(`HOST=${host} no es una dirección de esta máquina.`)
  }
  return null
}
