import { useState } from 'react'
import { changeRole, getUsersDashboard } from '#contract/accounts/people.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { searchedChoices } from '#web/features/lists/searched-choices.ts'
import { SearchedChoiceField } from '#web/features/lists/SearchedChoiceField.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'

const label = ({ name, mail }: { name: string; mail: string | null }) => (mail ? `${name} · ${mail}` : name)
const people = searchedChoices(
  {
    spec: getUsersDashboard,
    input: (username) => ({ query: username === '' ? {} : { username } }),
    choices: ({ users }) => users.map((user) => ({ value: user.id, label: label(user) })),
  },
  {
    spec: getUsersDashboard,
    input: (userId) => ({ query: { userId } }),
    label: ({ users: [user] }) => (user ? label(user) : ''),
  },
)

/** A person becomes a commercial; their events are assigned afterwards. */
export function AddCommercialDialog({ onClose }: { onClose: () => void }) {
  const [userId, setUserId] = useState('')
  const adding = useAct(changeRole, {
    input: () => ({ body: { userId, roleId: 'COMERCIAL' as const, action: 'grant' as const } }),
    done: 'Ya es comercial: asignale sus eventos',
    onDone: onClose,
    isProblemShown: true,
  })
  return (
    <ConfirmDialog
      open
      title="Sumar comercial"
      confirmLabel="Sumar"
      busy={adding.isPending()}
      disabled={userId === ''}
      onConfirm={() => void adding.run()}
      onClose={onClose}
    >
      <SearchedChoiceField
        label="Persona"
        hint="Con cuenta y un teléfono o email verificado. Todavía no ve ningún evento."
        placeholder="Nombre, email o teléfono"
        source={people}
        value={userId}
        onChange={setUserId}
      />
      <Problem message={adding.problem} className="mt-3" />
    </ConfirmDialog>
  )
}
