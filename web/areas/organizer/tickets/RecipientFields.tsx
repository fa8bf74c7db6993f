import type { ComponentProps } from 'react'
import { searchByPhone } from '#contract/accounts/people.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { showPhone } from '#web/lib/phone.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

export interface FoundPerson {
  readonly id: string
  readonly name: string
}

type Phone = Pick<ComponentProps<typeof PhoneField>, 'value' | 'onChange' | 'error'>
type Line = Partial<ComponentProps<typeof TextField>>

interface RecipientFieldsProps {
  /** The form's fields of a person. */
  form: { field: (name: 'name' | 'mail') => Line; value: (name: 'phone') => Phone }
  phone: string
  found: FoundPerson | null
  onFind: (person: FoundPerson | null) => void
}

/** For whom: a person found by their whole phone, or one named by phone, name and mail. */
export function RecipientFields({ form, phone, found, onFind }: RecipientFieldsProps) {
  const searching = useAct(searchByPhone, {
    input: () => ({ query: { phone } }),
    onDone: onFind,
    errorMessage: (error) =>
      isApiFailure(error, 'person_not_found')
        ? 'Ese teléfono todavía no tiene cuenta: completá su nombre y su email.'
        : failureMessage(error),
    isProblemShown: true,
  })
  if (found) {
    return (
      <div className="flex items-center justify-between gap-3 rounded-card border border-celeste py-2 pr-2 pl-4">
        <span className="min-w-0">
          <b className="block wrap-anywhere">{found.name}</b>
          <span className="block text-14 text-humo tabular-nums">{showPhone(phone)}</span>
        </span>
        <Button tone="quiet" size="s" onClick={() => onFind(null)}>
          Cambiar
        </Button>
      </div>
    )
  }
  return (
    <>
      <PhoneField label="WhatsApp de la persona" autoComplete="off" {...form.value('phone')} />
      <Button
        tone="secondary"
        size="s"
        className="-mt-2 self-start"
        disabled={phone.length < 8}
        busy={searching.isPending()}
        onClick={() => void searching.run()}
      >
        Buscar por teléfono
      </Button>
      <Problem message={searching.problem} />
      <TextField label="Nombre y apellido" autoComplete="off" {...form.field('name')} />
      <EmailField autoComplete="off" {...form.field('mail')} />
    </>
  )
}
