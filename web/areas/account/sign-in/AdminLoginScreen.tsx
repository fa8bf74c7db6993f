import { redirect, useNavigate } from 'react-router'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { currentSession, signIn } from '#web/api/session.ts'
import { homeOf } from '#web/shell/layout/account-menu.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { DemoSignIns } from './DemoSignIns.tsx'
import { SignInForm, useSignInForm } from './SignInForm.tsx'

export function loader() {
  const session = currentSession()
  if (session && hasPanel(session.user)) return redirect(homeOf(session.user))
  return null
}

/** Those whom this entrance admits; anybody else may be here to sign in as one of them. */
function hasPanel({ godAdmin, roles }: SessionUser): boolean {
  return godAdmin || roles.includes('admin')
}

function AdminLoginScreen() {
  const navigate = useNavigate()
  const form = useSignInForm({
    entrance: 'admin',
    onEnter: async (answer) => {
      await signIn(answer)
      await navigate(homeOf(answer), { replace: true })
    },
  })
  return (
    <AccountFrame title="Ingreso del equipo." lead="Solo para cuentas de administración y legales.">
      <SignInForm form={form} />
      <DemoSignIns
        roles={['God admin', 'Admin', 'Legales']}
        onPick={({ phone, password }) => {
          form.fields.reset({ phone, password })
        }}
      />
    </AccountFrame>
  )
}

export { AdminLoginScreen as Component }
