import { useQuery } from '@tanstack/react-query'
import { Chip } from '#web/ui/base/Chip.tsx'
import { fetchDemoSignIns, type DemoSignIn } from './demo-sign-ins.ts'

interface DemoSignInsProps {
  /** Those that this entrance admits; all of them when absent. */
  roles?: readonly string[]
  onPick: (account: DemoSignIn) => void
}

/** One tap fills the form with a demo account. Nothing is drawn where there are none. */
export function DemoSignIns({ roles, onPick }: DemoSignInsProps) {
  const { data = [] } = useQuery({
    queryKey: ['/dev/sign-ins'],
    queryFn: ({ signal }) => fetchDemoSignIns(signal),
    staleTime: Infinity,
  })
  const accounts = data.filter(({ role }) => roles === undefined || roles.includes(role))
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="demo-accounts" className="mt-6 border-t border-linea pt-5">
      <h2 id="demo-accounts" className="text-14 font-semibold text-humo">
        Cuentas de demostración
      </h2>
      <ul className="mt-3 flex flex-wrap gap-x-2 gap-y-3">
        {accounts.map((account) => (
          <li key={account.phone}>
            <Chip onClick={() => onPick(account)} title={account.name}>
              {account.role}
            </Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}
