import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { PromoterPerson } from '#contract/accounts/people-promoters.ts'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { showPhone } from '#web/lib/phone.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { termOf, type usePeopleSearch } from './use-people-search.ts'

type Phone = Pick<ComponentProps<typeof PhoneField>, 'value' | 'onChange' | 'error'>
type Line = Partial<ComponentProps<typeof TextField>>

interface RecipientFieldProps {
  form: { field: (name: 'who' | 'name' | 'mail') => Line; value: (name: 'phone') => Phone }
  who: string
  search: ReturnType<typeof usePeopleSearch>
  chosen: PromoterPerson | null
  onChoose: (person: PromoterPerson | null) => void
}

/** For whom, in one field: a name of one's own people, or a whole phone or mail; a stranger is completed beneath. */
export function RecipientField({ form, who, search, chosen, onChoose }: RecipientFieldProps) {
  if (chosen) {
    return (
      <div className="flex items-center justify-between gap-3 rounded-card border border-celeste py-2 pr-2 pl-4">
        <span className="flex min-w-0 items-center gap-3">
          <Check aria-hidden="true" className="size-5 shrink-0 text-celeste" />
          <span className="min-w-0">
            <b className="block wrap-anywhere">{chosen.name}</b>
            <span className="block text-14 wrap-anywhere text-humo">{contactOf(chosen)}</span>
          </span>
        </span>
        <Button tone="quiet" size="s" data-initial-focus onClick={() => onChoose(null)}>
          Cambiar
        </Button>
      </div>
    )
  }
  const { people, isStranger, isFailed, words } = search
  const { kind } = termOf(who.trim())
  return (
    <>
      <TextField
        label="Para quién"
        placeholder="WhatsApp, email o nombre"
        autoComplete="off"
        data-initial-focus
        {...form.field('who')}
      />
      <p aria-live="polite" className="-mt-2 text-14 wrap-anywhere text-humo empty:hidden">
        {words}
      </p>
      {people.length > 0 && (
        <ul aria-label="Personas" className="-mt-2 flex flex-col gap-2">
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className="flex min-h-11 w-full flex-col items-start rounded-card border border-linea px-4 py-2 text-left hover:border-celeste"
                onClick={() => onChoose(person)}
              >
                <b className="wrap-anywhere">{person.name}</b>
                <span className="text-14 wrap-anywhere text-humo">{contactOf(person)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isStranger && (
        <>
          <Notice>
            {isFailed
              ? 'Completá sus datos para mandarle igual.'
              : 'Todavía no le mandaste entradas: completá sus datos.'}
          </Notice>
          <TextField label="Nombre y apellido" autoComplete="off" {...form.field('name')} />
          {kind === 'mail' ? (
            <PhoneField label="WhatsApp" autoComplete="off" {...form.value('phone')} />
          ) : (
            <EmailField autoComplete="off" {...form.field('mail')} />
          )}
        </>
      )}
    </>
  )
}

function contactOf({ phone, mail }: PromoterPerson): string {
  return [phone && showPhone(phone), mail].filter(Boolean).join(' · ')
}
