/** «2 minutos», «30 segundos»: how long to wait, rounded up. */
export function waitingTime(seconds: number): string {
  if (seconds <= 90) return `${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}`
  return `${Math.ceil(seconds / 60)} minutos`
}
