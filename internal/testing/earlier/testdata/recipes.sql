--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: families; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.families (
    id text NOT NULL,
    name text NOT NULL,
    created_at text NOT NULL,
    recipes bigint DEFAULT 0 NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    max_recipes bigint DEFAULT 0 NOT NULL,
    max_size bigint DEFAULT 0 NOT NULL,
    name_key text,
    CONSTRAINT families_id_check CHECK ((id <> ''::text)),
    CONSTRAINT families_max_recipes_check CHECK ((max_recipes >= 0)),
    CONSTRAINT families_max_size_check CHECK ((max_size >= 0)),
    CONSTRAINT families_name_check CHECK ((name <> ''::text))
);


--
-- Name: family_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.family_keys (
    hash text NOT NULL,
    family text NOT NULL,
    id text NOT NULL,
    note text NOT NULL,
    created_at text NOT NULL,
    last_used text DEFAULT ''::text NOT NULL
);


--
-- Name: family_members; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.family_members (
    address text NOT NULL,
    family text NOT NULL,
    CONSTRAINT family_members_address_check CHECK ((address <> ''::text))
);


--
-- Name: family_version; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.family_version (
    version text NOT NULL,
    CONSTRAINT family_version_version_check CHECK ((version <> ''::text))
);


--
-- Name: moved_families; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.moved_families (
    id text NOT NULL,
    digest text NOT NULL
);


--
-- Name: moved_recipes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.moved_recipes (
    id text NOT NULL,
    digest text NOT NULL
);


--
-- Name: moves; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.moves (
    run text NOT NULL,
    finished integer NOT NULL
);


--
-- Name: recipes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recipes (
    id text NOT NULL,
    family text NOT NULL,
    title text NOT NULL,
    title_key bytea NOT NULL,
    clean_key bytea NOT NULL,
    description text,
    prep_time_minutes integer,
    cook_time_minutes integer,
    servings integer,
    difficulty integer,
    photo_filename text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    created_by text,
    updated_by text,
    terms tsvector DEFAULT ''::tsvector NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    ingredients json,
    steps json,
    CONSTRAINT recipes_check CHECK ((updated_at >= created_at)),
    CONSTRAINT recipes_cook_time_minutes_check CHECK (((cook_time_minutes >= 0) AND (cook_time_minutes <= 2147483647))),
    CONSTRAINT recipes_created_by_check CHECK ((created_by <> ''::text)),
    CONSTRAINT recipes_description_check CHECK ((length(description) <= 2000)),
    CONSTRAINT recipes_difficulty_check CHECK (((difficulty >= 1) AND (difficulty <= 5))),
    CONSTRAINT recipes_id_check CHECK ((length(id) = 36)),
    CONSTRAINT recipes_prep_time_minutes_check CHECK (((prep_time_minutes >= 0) AND (prep_time_minutes <= 2147483647))),
    CONSTRAINT recipes_servings_check CHECK (((servings >= 1) AND (servings <= 2147483647))),
    CONSTRAINT recipes_title_check CHECK ((((length(title) >= 1) AND (length(title) <= 200)) AND (TRIM(BOTH FROM title) <> ''::text))),
    CONSTRAINT recipes_title_key_check CHECK ((length(title_key) > 0)),
    CONSTRAINT recipes_updated_by_check CHECK ((updated_by <> ''::text))
);


--
-- Name: vault_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.vault_versions (
    version integer NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    oldest integer
);


--
-- Data for Name: families; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.families VALUES ('069e7d1e-de2a-44c7-a301-95d14133802e', 'smith', '2026-11-28T14:52:15Z', 1, 53, 0, 0, 'smith');
INSERT INTO public.families VALUES ('77a96d22-cd82-46c5-878b-16e13e32b398', 'jones', '2026-11-28T14:52:15Z', 1, 27, 100, 0, 'jones');


--
-- Data for Name: family_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.family_keys VALUES ('c9838ed7c935ff677ea2ed953b4e99ead7b74b60d50aab643a48b24876333069', '069e7d1e-de2a-44c7-a301-95d14133802e', 'c9838ed7', '', '2026-11-28T14:52:15Z', '');


--
-- Data for Name: family_members; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.family_members VALUES ('alice@example.com', '069e7d1e-de2a-44c7-a301-95d14133802e');
INSERT INTO public.family_members VALUES ('bob@example.com', '069e7d1e-de2a-44c7-a301-95d14133802e');
INSERT INTO public.family_members VALUES ('carol@example.com', '77a96d22-cd82-46c5-878b-16e13e32b398');


--
-- Data for Name: family_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.family_version VALUES ('EKNSUD4TFD44RNZBEC2JKD4SWO');


--
-- Data for Name: moved_families; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: moved_recipes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: moves; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: recipes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.recipes VALUES ('f9fc45ed-f0f0-49b3-8f73-a52467ae69a2', '069e7d1e-de2a-44c7-a301-95d14133802e', 'Kartoffelsuppe', '\x6b6172746f6666656c7375707065', '\x6b6172746f6666656c7375707065', 'Von Oma', 15, 30, 4, 2, NULL, '2026-11-28 14:52:15+00', '2026-11-28 14:52:15+00', 'alice@example.com', 'alice@example.com', '''da'' ''dma'' ''dn'' ''doma'' ''don'' ''dvon'' ''eoma'' ''evon'' ''ialz'' ''iartoffeln'' ''ieln'' ''ifeln'' ''iffeln'' ''ikartoffeln'' ''iln'' ''ilz'' ''in'' ''ioffeln'' ''irtoffeln'' ''isalz'' ''itoffeln'' ''iz'' ''jkartoffeln'' ''jsalz'' ''tartoffelsuppe'' ''te'' ''telsuppe'' ''tfelsuppe'' ''tffelsuppe'' ''tkartoffelsuppe'' ''tlsuppe'' ''toffelsuppe'' ''tpe'' ''tppe'' ''trtoffelsuppe'' ''tsuppe'' ''ttoffelsuppe'' ''tuppe'' ''ukartoffelsupp''', 53, '[["2ad3662e-8bf4-4327-be3f-33fc2006728e","Kartoffeln",1.5,"kg",null],["413bef3b-7d66-49f4-ba22-138234a7261d","Salz",null,null,null]]
', '[["603146f7-f333-4ab0-a298-62cec90c782d","Schälen.",null,null,null],["d5a8dfed-925e-4dfc-abcb-fd5b83b66ae2","Kochen.",30,100,"Celsius"]]
');
INSERT INTO public.recipes VALUES ('d9fffa15-c0ef-44b6-94ee-4812269d7ee9', '77a96d22-cd82-46c5-878b-16e13e32b398', 'Crème brûlée', '\x6372c3a86d65206272c3bb6cc3a965', '\x6372c3a86d65206272c3bb6cc3a965', NULL, NULL, NULL, 2, NULL, NULL, '2026-11-28 14:52:15+00', '2026-11-28 14:52:15+00', 'carol@example.com', 'carol@example.com', '''iam'' ''icream'' ''ieam'' ''im'' ''iream'' ''jcream'' ''tbrulee'' ''tcreme'' ''te'' ''tee'' ''teme'' ''tlee'' ''tme'' ''treme'' ''trulee'' ''tulee'' ''ubrule'' ''ucreme''', 27, '[["414e8e56-62d7-42bf-b8d6-fb256ec06d2a","cream",0.333,"cup","cold"]]
', '[]
');


--
-- Data for Name: vault_versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.vault_versions VALUES (0, '2026-11-28 14:52:14.85327+00', NULL);
INSERT INTO public.vault_versions VALUES (1, '2026-11-28 14:52:14.858371+00', 1);
INSERT INTO public.vault_versions VALUES (2, '2026-11-28 14:52:14.941902+00', 2);
INSERT INTO public.vault_versions VALUES (3, '2026-11-28 14:52:14.945661+00', 3);
INSERT INTO public.vault_versions VALUES (4, '2026-11-28 14:52:14.985825+00', 4);
INSERT INTO public.vault_versions VALUES (5, '2026-11-28 14:52:14.993803+00', 5);
INSERT INTO public.vault_versions VALUES (6, '2026-11-28 14:52:14.997562+00', 6);
INSERT INTO public.vault_versions VALUES (7, '2026-11-28 14:52:15.009624+00', 6);
INSERT INTO public.vault_versions VALUES (8, '2026-11-28 14:52:15.03343+00', 6);
INSERT INTO public.vault_versions VALUES (9, '2026-11-28 14:52:15.048551+00', 6);


--
-- Name: families families_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.families
    ADD CONSTRAINT families_name_key UNIQUE (name);


--
-- Name: families families_name_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.families
    ADD CONSTRAINT families_name_key_key UNIQUE (name_key);


--
-- Name: families families_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.families
    ADD CONSTRAINT families_pkey PRIMARY KEY (id);


--
-- Name: family_keys family_keys_family_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.family_keys
    ADD CONSTRAINT family_keys_family_id_key UNIQUE (family, id);


--
-- Name: family_keys family_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.family_keys
    ADD CONSTRAINT family_keys_pkey PRIMARY KEY (hash);


--
-- Name: family_members family_members_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.family_members
    ADD CONSTRAINT family_members_pkey PRIMARY KEY (address);


--
-- Name: moved_families moved_families_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.moved_families
    ADD CONSTRAINT moved_families_pkey PRIMARY KEY (id);


--
-- Name: moved_recipes moved_recipes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.moved_recipes
    ADD CONSTRAINT moved_recipes_pkey PRIMARY KEY (id);


--
-- Name: recipes recipes_family_title_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recipes
    ADD CONSTRAINT recipes_family_title_key_key UNIQUE (family, title_key);


--
-- Name: recipes recipes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recipes
    ADD CONSTRAINT recipes_pkey PRIMARY KEY (id);


--
-- Name: vault_versions vault_versions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.vault_versions
    ADD CONSTRAINT vault_versions_pkey PRIMARY KEY (version);


--
-- Name: family_members_family; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX family_members_family ON public.family_members USING btree (family, address);


--
-- Name: recipes_author; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recipes_author ON public.recipes USING btree (family, created_by);


--
-- Name: recipes_unclean_title; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recipes_unclean_title ON public.recipes USING btree (family, clean_key) WHERE (clean_key <> title_key);


--
-- Name: family_keys family_keys_family_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.family_keys
    ADD CONSTRAINT family_keys_family_fkey FOREIGN KEY (family) REFERENCES public.families(id) ON DELETE CASCADE;


--
-- Name: family_members family_members_family_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.family_members
    ADD CONSTRAINT family_members_family_fkey FOREIGN KEY (family) REFERENCES public.families(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


