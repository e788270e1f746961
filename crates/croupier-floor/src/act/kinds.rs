//! How the types of acts are made: each act has its word, its fields, and its way from names to numbers and back.

/// Carries a field over to an act with other names: as it is, or in the way that is named after `as`.
macro_rules! carried {
    ($via:ident $field:ident) => {
        Clone::clone($field)
    };
    ($via:ident $field:ident $how:ident) => {
        $via.$how($field)
    };
}

/// Makes the type of one kind of acts; each has its word, by which requests, rights and the journal know it.
macro_rules! acts {
    ($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $word:literal $variant:ident {
            $($(#[$attribute:meta])* $field:ident $(as $how:ident)?: $type:ty,)*
        })+
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, bound = "")]
        #[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
        pub enum $name<P: Naming = String> {
            $($(#[$doc])* $variant {
                $($(#[$attribute])* $field: $type,)*
            },)+
        }

        impl $name {
            /// The words of all acts of this kind.
            pub const NAMES: &'static [&'static str] = &[$($word),+];
        }

        impl<P: Naming> $name<P> {
            /// Returns the word for the act.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $word,)+ }
            }

            /// Names people in another way.
            pub(super) fn rename<Q: Naming>(&self, via: &mut impl Rename<P, Q>) -> $name<Q> {
                match self {
                    $(Self::$variant { $($field),* } => $name::$variant {
                        $($field: carried!(via $field $($how)?)),*
                    },)+
                }
            }
        }

        impl<P: Naming> From<$name<P>> for Act<P> {
            fn from(act: $name<P>) -> Self {
                Self::$name(act)
            }
        }
    };
}

/// Makes the type of one kind of acts, all of which say at which table.
macro_rules! acts_at_tables {
    ($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $word:literal $variant:ident {
            $($(#[$attribute:meta])* $field:ident $(as $how:ident)?: $type:ty,)*
        })+
    }) => {
        acts! {
            $(#[$about])* $name {
                $($(#[$doc])* $word $variant {
                    table: TableId,
                    $($(#[$attribute])* $field $(as $how)?: $type,)*
                })+
            }
        }

        impl<P: Naming> $name<P> {
            /// Returns the table.
            pub const fn table(&self) -> TableId {
                match *self { $(Self::$variant { table, .. } => table,)+ }
            }
        }
    };
}
