/** The accounts of the demo data, one per role. Only a server in demo mode lists them. */
export interface DemoSignIn {
  role: string
  name: string
  phone: string
  password: string
}

/** The demo accounts, or none: in production nothing answers. */
export async function fetchDemoSignIns(signal: AbortSignal): Promise<readonly DemoSignIn[]> {
  try {
    const response = await fetch('/dev/sign-ins', { headers: { accept: 'application/json' }, signal })
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const body: unknown = response.ok && isJson ? await response.json() : []
    return Array.isArray(body) ? body.filter(isDemoSignIn) : []
  } catch {
    // Without network or on a server that has none: the form is enough.
    return []
  }
}

function isDemoSignIn(value: unknown): value is DemoSignIn {
  if (typeof value !== 'object' || value === null) return false
  const text = (key: string) => typeof Reflect.get(value, key) === 'string'
  return text('role') && text('name') && text('phone') && text('password')
}
