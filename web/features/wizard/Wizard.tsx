import { ChevronLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Link, Navigate, useNavigate } from 'react-router'
import { Form } from '#web/features/forms/Form.tsx'
import type { FormState } from '#web/features/forms/use-submit.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { bringFocusedIntoSight } from '#web/lib/fields/into-sight.ts'
import { Steps } from '#web/ui/data/Steps.tsx'

export interface WizardStep<Values extends FieldValues> {
  /** Its part of the address. */
  readonly key: string
  readonly label: string
  /** The step's fields; an invalid one blocks the next step. */
  readonly fields: readonly FieldPath<Values>[]
  readonly children: ReactNode
}

/** What `useSubmit` gives. */
interface WizardForm<Values extends FieldValues> extends FormState {
  // The output of a schema is its form's own affair.
  readonly fields: Pick<UseFormReturn<Values>, 'getFieldState' | 'formState'> & {
    trigger: (names: FieldPath<Values>[], options: { shouldFocus: boolean }) => Promise<boolean>
  }
  readonly isReady: boolean
  readonly wrong: () => ReadonlySet<string>
}

interface WizardProps<Values extends FieldValues> {
  /** What it leads to: «Publicar tu evento». */
  label: string
  form: WizardForm<Values>
  steps: readonly WizardStep<Values>[]
  /** The step that the address names. */
  at: string | undefined
  path: (key: string) => string
  /** The last step's button. */
  submit: string
  /** While a file is on its way. */
  uploading?: string
}

/**
 * A form in steps, each at its address: going back, also in the browser, loses nothing, and a reload resumes from the form's
 * draft. An invalid step blocks later ones, also by address; a server problem of a field leads to the field's step.
 */
export function Wizard<Values extends FieldValues>(props: WizardProps<Values>) {
  const { label, form, steps, at, path, submit, uploading } = props
  const navigate = useNavigate()
  const [beganAt] = useState(at)
  const { formState } = form.fields
  const { isSubmitting, submitCount } = formState
  const index = steps.findIndex(({ key }) => key === at)
  const step = steps[index]
  const isLast = index === steps.length - 1
  const go = (to: number) => void navigate(path(steps[to]?.key ?? ''))

  const goToFirstInvalidStep = useEffectEvent(() => {
    const wrongAt = steps.findIndex(({ fields }) =>
      fields.some((name) => form.fields.getFieldState(name, formState).invalid),
    )
    if (wrongAt !== -1 && wrongAt !== index) go(wrongAt)
  })
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) goToFirstInvalidStep()
  }, [submitCount, isSubmitting])

  if (!step) return <Navigate replace to={path(steps[0]?.key ?? '')} />
  const wrong = form.isReady ? form.wrong() : new Set<string>()
  const reached = steps.findIndex(({ fields }) => fields.some((name) => wrong.has(name.split('.')[0] ?? '')))
  // A sent form has no step any more.
  const isBeyond = reached !== -1 && index > reached && !isSubmitting && !formState.isSubmitSuccessful
  if (isBeyond) return <Navigate replace to={path(steps[reached]?.key ?? '')} />

  async function next(fields: readonly FieldPath<Values>[]) {
    if (await form.fields.trigger([...fields], { shouldFocus: true })) go(index + 1)
    else bringFocusedIntoSight()
  }
  const isOurs = (pathname: string) => steps.some(({ key }) => path(key) === pathname)
  const { fields, children } = step
  return (
    <>
      <Steps
        label={label}
        current={step.key}
        steps={steps.map(({ key, label: name }, each) => ({
          key,
          label: name,
          ...(each < index && { link: <Link to={path(key)} /> }),
        }))}
      />
      <Form
        key={step.key}
        form={
          isLast
            ? form
            : {
                ...form,
                submit: (event) => {
                  event?.preventDefault()
                  void next(fields)
                },
              }
        }
        label={step.label}
        submit={isLast ? submit : 'Siguiente'}
        quiet={at !== beganAt}
        bar
        button={{ className: 'max-md:w-full' }}
        staysOn={isOurs}
        {...(uploading !== undefined && { uploading })}
        actions={
          index > 0 && (
            <ScreenButton tone="secondary" to={path(steps[index - 1]?.key ?? '')}>
              <ChevronLeft size={18} /> Volver
            </ScreenButton>
          )
        }
      >
        {children}
      </Form>
    </>
  )
}
